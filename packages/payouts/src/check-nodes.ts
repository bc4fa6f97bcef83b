import { networkNameOf } from '@wusd/server-kit/registry/networks';
import { createNodeClient } from './evm/tokens.ts';
import type { NetworkSettings } from './network-settings.ts';
import { createSolanaNode } from './solana/node.ts';
import { createHorizon } from './stellar/horizon.ts';
import { createTronNode } from './tron/node.ts';

export interface NodeCheck {
  /** E.g. `Base, node 2`. Never the URL, because it may contain a token. */
  name: string;
  /**
   * @returns the height of the node's newest block
   * @throws Error if the node is unreachable or belongs to another chain
   */
  readHead(): Promise<bigint>;
}

/** Checks for all configured nodes: each must answer and belong to the expected chain. */
export function nodeChecks({ evm, tron, solana, stellar }: NetworkSettings): NodeCheck[] {
  const checks: NodeCheck[] = [];
  const add = <Node>(network: string, nodes: readonly Node[], readHead: (node: Node) => Promise<bigint>): void => {
    for (const [index, node] of nodes.entries())
      checks.push({ name: `${network}, node ${index + 1}`, readHead: () => readHead(node) });
  };
  for (const { networkId, chainId, url, nodes = [url] } of evm?.networks ?? [])
    add(networkNameOf(networkId), nodes, async (node) =>
      (await createNodeClient({ url: node, chainId })()).getBlockNumber(),
    );
  if (tron)
    add('Tron', tron.nodes, async (node) => (await createTronNode(node, 'The node', tron.chainId).head()).height);
  if (solana) add('Solana', solana.nodes, (node) => createSolanaNode(solana, node, 'The node').head('finalized'));
  if (stellar)
    add('Stellar', stellar.nodes, async (node) => (await createHorizon(node, stellar.passphrase).root()).latest);
  return checks;
}
