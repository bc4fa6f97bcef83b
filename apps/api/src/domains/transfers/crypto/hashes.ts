import { base58 } from '@scure/base';
import { Network } from '@wusd/api-sdk/domain';
import { familyOf, type NetworkFamily, type NetworkId } from '@wusd/server-kit/registry/networks';
import { lookUp } from '@wusd/server-kit/registry/lookup';

const hex64 = /^[0-9a-f]{64}$/i;
const evmHash = /^0x[0-9a-f]{64}$/i;
const solanaSignatureBytes = 64;

const isHashOfFamily = {
  evm: (text) => evmHash.test(text),
  tron: (text) => hex64.test(text),
  stellar: (text) => hex64.test(text),
  solana: isSolanaSignature,
} satisfies Record<NetworkFamily, (text: string) => boolean>;

/**
 * Whether a text is a transaction hash of a network: 0x and 64 hexadecimal digits on EVM networks, only the digits on
 * Tron and Stellar, a base58 signature of 64 bytes on Solana.
 */
function isHashOfNetwork(networkId: number, text: string): boolean {
  return isHashOfFamily[familyOf(networkId)](text);
}

function isSolanaSignature(text: string): boolean {
  try {
    return base58.decode(text).length === solanaSignatureBytes;
  } catch {
    return false;
  }
}

/**
 * Converts an entered transaction hash to the format of its network. A text that is not a hash is returned unchanged.
 */
export function canonicalHash(networkId: number, typed: string): string {
  const text = typed.trim();
  const family = familyOf(networkId);
  if (family === 'evm') return evmHash.test(text) ? text.toLowerCase() : text;
  const digits = text.replace(/^0x/i, '');
  return family !== 'solana' && hex64.test(digits) ? digits.toLowerCase() : text;
}

const explorers: Record<NetworkId, string> = {
  [Network.Ethereum]: 'https://etherscan.io/tx/',
  [Network.Polygon]: 'https://polygonscan.com/tx/',
  [Network.Viction]: 'https://www.vicscan.xyz/tx/',
  [Network.Tron]: 'https://tronscan.org/#/transaction/',
  [Network.ArbitrumOne]: 'https://arbiscan.io/tx/',
  [Network.Base]: 'https://basescan.org/tx/',
  [Network.Bnb]: 'https://bscscan.com/tx/',
  [Network.Solana]: 'https://solscan.io/tx/',
  [Network.Avalanche]: 'https://snowtrace.io/tx/',
  [Network.Stellar]: 'https://stellar.expert/explorer/public/tx/',
};

/** @returns undefined if the hash is not in the format of the network, because the explorer's link would be broken */
export function explorerUrl(networkId: number, hash: string): string | undefined {
  return isHashOfNetwork(networkId, hash) ? lookUp('network', explorers, networkId) + hash : undefined;
}
