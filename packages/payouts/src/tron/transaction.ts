import { createHash } from 'node:crypto';
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { encodeFunctionData, hexToBytes } from 'viem/utils';
import { erc20 } from '../evm/tokens.ts';
import { addressBytes, toEvmAddress } from './address.ts';
import type { TronNonce } from './nonce.ts';

// Encodes the only message that payouts need, `Transaction` with a `TriggerSmartContract`, as in Tron.proto and
// smart_contract.proto of tronprotocol/java-tron. Like protobuf libraries, it writes fields in ascending order and
// omits default values.

/** A transfer of a TRC-20 token. */
export interface TokenTransfer extends TronNonce {
  sender: string;
  token: string;
  to: string;
  /** In the smallest unit of the token. */
  units: bigint;
  /** Maximum cost of the transfer's energy, in sun (0.000001 TRX). */
  feeLimit: bigint;
}

const rawFields = {
  refBlockBytes: 1,
  refBlockHash: 4,
  expiration: 8,
  contract: 11,
  timestamp: 14,
  feeLimit: 18,
} as const;
const triggerSmartContract = { type: 31, url: 'type.googleapis.com/protocol.TriggerSmartContract' } as const;

/**
 * Time from a transaction's timestamp, which has no effect, to its expiration. Never change it: the timestamp is
 * signed.
 */
const timestampOffsetMs = 60_000n;

const bytes = (writer: BinaryWriter, field: number, value: Uint8Array): BinaryWriter =>
  writer.tag(field, WireType.LengthDelimited).bytes(value);
const int64 = (writer: BinaryWriter, field: number, value: bigint): BinaryWriter =>
  writer.tag(field, WireType.Varint).int64(value);

function encodeContract({ sender, token, to, units }: TokenTransfer): Uint8Array {
  const data = encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [toEvmAddress(to), units] });
  const trigger = new BinaryWriter();
  bytes(trigger, 1, addressBytes(sender));
  bytes(trigger, 2, addressBytes(token));
  bytes(trigger, 4, hexToBytes(data));
  const parameter = new BinaryWriter();
  parameter.tag(1, WireType.LengthDelimited).string(triggerSmartContract.url);
  bytes(parameter, 2, trigger.finish());
  const contract = new BinaryWriter();
  contract.tag(1, WireType.Varint).int32(triggerSmartContract.type);
  return bytes(contract, 2, parameter.finish()).finish();
}

/** Encodes `raw_data`, the signed bytes. */
export function encodeTransfer(transfer: TokenTransfer): Uint8Array {
  const { reference, expiration, feeLimit } = transfer;
  const raw = new BinaryWriter();
  bytes(
    raw,
    rawFields.refBlockBytes,
    Uint8Array.of(Number((reference.height >> 8n) & 0xffn), Number(reference.height & 0xffn)),
  );
  bytes(raw, rawFields.refBlockHash, hexToBytes(reference.id));
  int64(raw, rawFields.expiration, expiration);
  bytes(raw, rawFields.contract, encodeContract(transfer));
  int64(raw, rawFields.timestamp, expiration - timestampOffsetMs);
  return int64(raw, rawFields.feeLimit, feeLimit).finish();
}

/** The signed digest: SHA-256 of `raw_data`. In hexadecimal it is the transaction's id. */
export const digestOf = (rawData: Uint8Array): Uint8Array => createHash('sha256').update(rawData).digest();

/** A signed transaction in hexadecimal. @param signature 65 bytes: r, s and v */
export function encodeSigned(rawData: Uint8Array, signature: Uint8Array): string {
  const transaction = new BinaryWriter();
  bytes(transaction, 1, rawData);
  return Buffer.from(bytes(transaction, 2, signature).finish()).toString('hex');
}

/**
 * Reads the id and the expiration of a signed transaction.
 *
 * @param raw as returned by `encodeSigned`
 * @throws TypeError if it has no expiration
 */
export function readSigned(raw: string): { id: string; expiration: bigint } {
  const rawData = fieldOf(Buffer.from(raw, 'hex'), 1, (reader) => reader.bytes());
  const expiration = rawData && fieldOf(rawData, rawFields.expiration, (reader) => BigInt(reader.int64()));
  if (!rawData || expiration === undefined) throw new TypeError('Not a signed transaction of Tron');
  return { id: Buffer.from(digestOf(rawData)).toString('hex'), expiration };
}

/** The last value of a field. In protobuf, the last value wins. */
function fieldOf<T>(message: Uint8Array, field: number, read: (reader: BinaryReader) => T): T | undefined {
  const reader = new BinaryReader(message);
  let value: T | undefined;
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    if (number === field) value = read(reader);
    else reader.skip(type, number);
  }
  return value;
}
