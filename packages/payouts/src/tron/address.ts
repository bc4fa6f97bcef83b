import { createHash } from 'node:crypto';
import { createBase58check } from '@scure/base';
import type { Hex } from 'viem';
import { bytesToHex, getAddress, hexToBytes } from 'viem/utils';

const base58check = createBase58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest());

/** First byte of every Tron address. Event logs and JSON-RPC omit it. */
const prefix = 0x41;

/** The 20 bytes of an account or contract in a Tron address. @throws TypeError if the text is not a Tron address */
function accountOf(address: string): Uint8Array {
  const bytes = decode(address);
  if (bytes?.length !== 21 || bytes[0] !== prefix) throw new TypeError('Not a Tron address');
  return bytes.subarray(1);
}

/** Whether a text is a Tron address: base58 with a valid checksum. */
export function isTronAddress(text: string): boolean {
  try {
    return accountOf(text).length === 20;
  } catch {
    return false;
  }
}

/** The address in JSON-RPC format, with the checksum of ERC-55. @throws TypeError if the text is not a Tron address */
export const toEvmAddress = (address: string): Hex => getAddress(bytesToHex(accountOf(address)));

/** The address in Tron's format. @param evmAddress 20 bytes, in JSON-RPC format */
export const fromEvmAddress = (evmAddress: Hex): string =>
  base58check.encode(Uint8Array.of(prefix, ...hexToBytes(evmAddress)));

/** The 21 bytes of a Tron address. @throws TypeError if the text is not a Tron address */
export const addressBytes = (address: string): Uint8Array => Uint8Array.of(prefix, ...accountOf(address));

function decode(text: string): Uint8Array | undefined {
  try {
    return base58check.decode(text);
  } catch {
    return undefined;
  }
}
