import { createHash } from 'node:crypto';
import { utils } from 'tronweb';
import type { Hex } from 'viem';
import { bytesToHex } from 'viem/utils';

// Decodes Tron transactions with tronweb's protobuf code. The adapter has its own encoder, so encoding errors fail
// here.

interface RawData {
  serializeBinary(): Uint8Array;
  getRefBlockBytes_asU8(): Uint8Array;
  getRefBlockHash_asU8(): Uint8Array;
  getExpiration(): number;
  getFeeLimit(): number;
  getContractList(): {
    getType(): number;
    getParameter(): { getTypeUrl(): string; getValue_asU8(): Uint8Array };
  }[];
}
interface Trigger {
  getOwnerAddress_asU8(): Uint8Array;
  getContractAddress_asU8(): Uint8Array;
  getData_asU8(): Uint8Array;
  getCallValue(): number;
}
interface TronWebProto {
  Transaction: {
    deserializeBinary(bytes: Uint8Array): { getRawData(): RawData; getSignatureList_asU8(): Uint8Array[] };
  };
  TriggerSmartContract: { deserializeBinary(bytes: Uint8Array): Trigger };
}

export interface DecodedTransaction {
  id: string;
  /** Signing account, 20 bytes in lower case. */
  signer: Hex;
  owner: Hex;
  contract: Hex;
  data: Hex;
  refBlockBytes: string;
  refBlockHash: string;
  expiration: number;
  feeLimit: number;
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
/** Omits the first byte, 0x41. */
const account = (bytes: Uint8Array): Hex => bytesToHex(bytes.subarray(1));

/** @param raw a signed transaction in hexadecimal @throws unless it contains one contract call and one signature */
export function decodeTransaction(raw: string): DecodedTransaction {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tronweb has no types for its protobuf code
  const proto = Reflect.get(globalThis, 'TronWebProto') as TronWebProto;
  const transaction = proto.Transaction.deserializeBinary(Buffer.from(raw, 'hex'));
  const rawData = transaction.getRawData();
  const [signature, ...signatures] = transaction.getSignatureList_asU8();
  const [contract, ...contracts] = rawData.getContractList();
  if (!signature || !contract || signatures.length + contracts.length > 0) throw new Error('Not one signed contract');
  if (contract.getType() !== 31) throw new Error('Not a TriggerSmartContract');
  const trigger = proto.TriggerSmartContract.deserializeBinary(contract.getParameter().getValue_asU8());
  if (trigger.getCallValue() !== 0) throw new Error('The call sends TRX');
  const id = createHash('sha256').update(rawData.serializeBinary()).digest('hex');
  return {
    id,
    signer: `0x${utils.crypto.ecRecover(id, hex(signature)).slice(2).toLowerCase()}`,
    owner: account(trigger.getOwnerAddress_asU8()),
    contract: account(trigger.getContractAddress_asU8()),
    data: bytesToHex(trigger.getData_asU8()),
    refBlockBytes: hex(rawData.getRefBlockBytes_asU8()),
    refBlockHash: hex(rawData.getRefBlockHash_asU8()),
    expiration: rawData.getExpiration(),
    feeLimit: rawData.getFeeLimit(),
  };
}
