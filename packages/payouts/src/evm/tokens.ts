import { BlockNotFoundError, createPublicClient, type Hex, http, parseAbi, type PublicClient } from 'viem';
import { minOf } from '@wusd/server-kit/bigints';
import type { EvmNetwork } from './settings.ts';

/** The ERC-20 functions and events in use. */
export const erc20 = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
  'function totalSupply() view returns (uint256)',
]);

const timeoutMs = 10_000;

/** Returns the client of a node after verifying the node's chain id. */
export type NodeClient = () => Promise<PublicClient>;

/** Clients of all nodes of a network, `url` first. */
export function createNodeClients({ url, nodes = [], chainId }: EvmNetwork): [NodeClient, ...NodeClient[]] {
  const open = (each: string): NodeClient => createNodeClient({ url: each, chainId });
  return [open(url), ...nodes.filter((each) => each !== url).map(open)];
}

/** Creates the client of a node. The client is returned once the node has reported the expected chain id. */
export function createNodeClient({ url, chainId }: Pick<EvmNetwork, 'url' | 'chainId'>): NodeClient {
  const client = createPublicClient({
    transport: http(url, { batch: true, timeout: timeoutMs, retryCount: 1 }),
    cacheTime: 0,
  });
  let isVerified = false;
  return async () => {
    if (isVerified) return client;
    const reported = await client.getChainId();
    if (reported !== chainId) throw new Error(`The node reports chain ${reported} instead of ${chainId}`);
    isVerified = true;
    return client;
  };
}

/** Total supply of a token at the node's head. */
export const totalSupply = (client: PublicClient, token: Hex): Promise<bigint> =>
  client.readContract({ abi: erc20, address: token, functionName: 'totalSupply' });

/** Hash of the canonical block at a height according to the node; undefined above its head. */
export async function blockHashAt(client: PublicClient, blockNumber: bigint): Promise<string | undefined> {
  try {
    return (await client.getBlock({ blockNumber })).hash;
  } catch (error) {
    if (error instanceof BlockNotFoundError) return undefined;
    throw error;
  }
}

/** Height of the latest block that the node reports as final. */
export async function finalizedHeight(client: PublicClient): Promise<bigint> {
  const { number } = await client.getBlock({ blockTag: 'finalized' });
  return number;
}

/**
 * Height of the latest final block: deep enough, and final according to the node if it reports finality. Zero or
 * negative on a new chain.
 */
export async function finalBlock(
  client: PublicClient,
  { finalBlocks, finalizedTag }: Pick<EvmNetwork, 'finalBlocks' | 'finalizedTag'>,
): Promise<bigint> {
  const atDepth = (await client.getBlockNumber()) - BigInt(finalBlocks);
  return finalizedTag === true ? minOf(atDepth, await finalizedHeight(client)) : atDepth;
}

/**
 * Maximum bytes of batched calls; a balance takes 36. With ABI encoding they stay within the 49,152 bytes of EIP-3860.
 */
const maxCallBytes = 4096;

/** Balances in units of a token, in the order of the owners. @param blockNumber @default the node's head */
export function balancesOf(
  client: PublicClient,
  token: Hex,
  owners: readonly Hex[],
  blockNumber?: bigint,
): Promise<bigint[]> {
  return client.multicall({
    contracts: owners.map(
      (owner) => ({ abi: erc20, address: token, functionName: 'balanceOf', args: [owner] }) as const,
    ),
    ...(blockNumber !== undefined && { blockNumber }),
    allowFailure: false,
    // Some networks lack the multicall contract.
    deployless: true,
    batchSize: maxCallBytes,
  });
}
