import { BlockNotFoundError, createPublicClient, type Hex, http, parseAbi, type PublicClient } from 'viem';
import type { EvmNetwork } from './settings.ts';

/** The part of ERC-20 that is used. */
export const erc20 = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
  'function totalSupply() view returns (uint256)',
]);

const timeoutMs = 10_000;

/** Creates the client of a node. It is returned once the node has reported the expected chain id. */
export function createNodeClient({ url, chainId }: Pick<EvmNetwork, 'url' | 'chainId'>): () => Promise<PublicClient> {
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

/** Units of a token that exist as of the node's head. */
export const totalSupply = (client: PublicClient, token: Hex): Promise<bigint> =>
  client.readContract({ abi: erc20, address: token, functionName: 'totalSupply' });

/** Hash of the canonical block at a height, as the node sees it; undefined above its head. */
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
