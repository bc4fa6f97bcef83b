import { createHash } from 'node:crypto';
import { base32, base58, createBase58check } from '@scure/base';
import { Network } from '@wusd/api-sdk/domain';
import { getAddress, isAddress } from 'viem/utils';
import { familyOf, type NetworkFamily, type NetworkId } from '@wusd/server-kit/registry/networks';
import { lookUp } from '@wusd/server-kit/registry/lookup';

// Address formats of each network. Addresses are validated by their checksum if the network has one.

const base58check = createBase58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest());

interface AddressFormat {
  /**
   * Returns the address in its canonical spelling, or undefined if the text is not an address of this network family.
   */
  parse(text: string): string | undefined;
  accountOf(address: string): Uint8Array;
  /** Whether a transfer carries a memo that identifies its recipient. */
  hasMemo: boolean;
}

const addressFormats = {
  evm: { parse: parseEvm, accountOf: (address) => Buffer.from(address.slice(2), 'hex'), hasMemo: false },
  tron: {
    parse: (text) => (decodes(() => encodeTron(tronBytes(text))) ? text : undefined),
    accountOf: (address) => tronBytes(address).subarray(1),
    hasMemo: false,
  },
  solana: {
    parse: (text) => (decodes(() => encodeSolana(base58.decode(text))) ? text : undefined),
    accountOf: (address) => base58.decode(address),
    hasMemo: false,
  },
  stellar: {
    parse: (text) => (decodes(() => encodeStellar(stellarKey(text))) ? text : undefined),
    accountOf: stellarKey,
    hasMemo: true,
  },
} satisfies Record<NetworkFamily, AddressFormat>;

/**
 * Parses an address to its canonical spelling, which has a checksum on EVM networks (ERC-55).
 *
 * @returns undefined if the text is not a valid address of this network; EVM addresses in a single case have no
 *   checksum to verify
 */
export function parseAddress(networkId: number, text: string): string | undefined {
  return addressFormats[familyOf(networkId)].parse(text);
}

/**
 * Returns the key or account inside an address: 20 bytes on Tron and EVM networks, 32 on other networks.
 *
 * @param address a result of {@link parseAddress}
 */
export function accountBytes(networkId: number, address: string): Buffer {
  return Buffer.from(addressFormats[familyOf(networkId)].accountOf(address));
}

function parseEvm(text: string): string | undefined {
  if (isAddress(text)) return getAddress(text);
  const digits = /^0[xX]([0-9a-fA-F]{40})$/.exec(text)?.[1];
  // An address in upper case only has no checksum to verify.
  return digits !== undefined && digits === digits.toUpperCase() ? getAddress(`0x${digits.toLowerCase()}`) : undefined;
}

/** @param account 0x41 and the last 20 bytes of the key's Keccak-256 hash, as in Ethereum */
export function encodeTron(account: Uint8Array): string {
  if (account.length !== 21 || account[0] !== 0x41) throw new RangeError('A Tron address is 0x41 and 20 bytes');
  return base58check.encode(account);
}

function tronBytes(text: string): Uint8Array {
  return base58check.decode(text);
}

/** @param key Ed25519 public key */
export function encodeSolana(key: Uint8Array): string {
  if (key.length !== 32) throw new RangeError('A Solana address is 32 bytes');
  return base58.encode(key);
}

const stellarAccount = 6 << 3;

/** Encodes a Stellar account, `G…` (SEP-23). @param key Ed25519 public key */
export function encodeStellar(key: Uint8Array): string {
  if (key.length !== 32) throw new RangeError('A Stellar account is 32 bytes');
  const payload = Uint8Array.of(stellarAccount, ...key);
  const crc = crc16(payload);
  return base32.encode(Uint8Array.of(...payload, crc & 0xff, crc >> 8)).replaceAll('=', '');
}

function stellarKey(text: string): Uint8Array {
  const bytes = base32.decode(text);
  const [payload, check] = [bytes.subarray(0, -2), bytes.subarray(-2)];
  const crc = crc16(payload);
  if (payload[0] !== stellarAccount || check[0] !== (crc & 0xff) || check[1] !== crc >> 8)
    throw new RangeError('Not a Stellar account');
  return payload.subarray(1);
}

/** CRC-16/XMODEM, the checksum at the end of an account (SEP-23). */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc;
}

/** The codecs throw on invalid input. */
function decodes(read: () => string): boolean {
  try {
    return read() !== '';
  } catch {
    return false;
  }
}

/** Only Stellar transfers carry a memo: up to 28 bytes of text. */
export function hasMemo(networkId: number): boolean {
  return addressFormats[familyOf(networkId)].hasMemo;
}

export function isMemo(text: string): boolean {
  const bytes = Buffer.byteLength(text);
  return text.trim() === text && bytes > 0 && bytes <= 28;
}

const hashPattern = /^0x[0-9a-fA-F]{64}$/;
const isHashChecked = {
  [Network.Ethereum]: true,
  [Network.Polygon]: true,
  [Network.Viction]: true,
  [Network.Tron]: false,
  [Network.ArbitrumOne]: false,
  [Network.Base]: false,
  [Network.Bnb]: false,
  [Network.Solana]: false,
  [Network.Avalanche]: false,
  [Network.Stellar]: false,
} satisfies Record<NetworkId, boolean>;

/**
 * Validates a transaction hash of Ethereum, Polygon or Viction. Other networks accept any text.
 */
export function isTransactionHash(networkId: number, text: string): boolean {
  return !lookUp('network', isHashChecked, networkId) || hashPattern.test(text);
}
