import { BlockNotFoundError, createPublicClient, http, parseAbi, type PublicClient } from 'viem';
import { scaleOf } from '../../platform/registry/currencies.ts';
import type { EvmNetwork, EvmToken } from './settings.ts';

/** ERC-20, as much of it as is used. */
export const erc20 = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
]);

const timeoutMs = 10_000;

/** @returns the client of a network's node, once it is sure to be of that network: what is signed for another is lost */
export function createNodeClient({ url, chainId }: Pick<EvmNetwork, 'url' | 'chainId'>): () => Promise<PublicClient> {
  const client = createPublicClient({
    transport: http(url, { batch: true, timeout: timeoutMs, retryCount: 1 }),
    cacheTime: 0,
  });
  let isSure = false;
  return async () => {
    if (isSure) return client;
    const found = await client.getChainId();
    if (found !== chainId) throw new Error(`The node of chain ${chainId} is of chain ${found}`);
    isSure = true;
    return client;
  };
}

/** Of a token's units, minor units at the ledger's scale. */
export function toLedgerUnits(currency: string, { decimals }: EvmToken, units: bigint): bigint {
  return units * 10n ** BigInt(scaleOf(currency) - decimals);
}

/** @throws RangeError where a token is too coarse for an amount */
export function toTokenUnits(currency: string, { decimals }: EvmToken, minor: bigint): bigint {
  const unit = 10n ** BigInt(scaleOf(currency) - decimals);
  if (minor % unit !== 0n) throw new RangeError(`${currency} has no such amount on its network`);
  return minor / unit;
}

/** Hash of the block at a height, on the branch that the node follows; undefined above its head. */
export async function blockHashAt(client: PublicClient, blockNumber: bigint): Promise<string | undefined> {
  try {
    return (await client.getBlock({ blockNumber })).hash;
  } catch (error) {
    if (error instanceof BlockNotFoundError) return undefined;
    throw error;
  }
}
