import { TransactionReceiptNotFoundError } from 'viem';
import { hexOf } from '../evm/hex.ts';
import { blockHashAt } from '../evm/tokens.ts';
import type { PayoutStatus } from '../payout-port.ts';
import { askAll } from '../sources/ask.ts';
import { combineStatuses } from '../sources/combine-statuses.ts';
import type { TronNode } from './node.ts';
import { readSigned } from './transaction.ts';

/**
 * Minimum time from an expiration to a solid block that proves it. A provider may have several nodes behind one URL:
 * one reports the solid block, and another lags and lacks its transactions. The lag must not exceed this margin.
 */
const expiryMarginMs = 60_000n;

type Included = Extract<PayoutStatus, { confirmations: number }>;

/**
 * Status of a payout according to all nodes.
 *
 * @throws if no node responds, or two nodes contradict each other
 */
export async function payoutStatus(
  nodes: readonly TronNode[],
  { hash, raw }: { hash: string; raw: string },
): Promise<PayoutStatus> {
  const { id, expiration } = readSigned(raw);
  if (id !== hash) throw new TypeError('The hash is not that of the signed transaction');
  return combineStatuses(await askAll(nodes, (node) => statusAt(node, id, expiration)), nodes.length);
}

async function statusAt(node: TronNode, id: string, expiration: bigint): Promise<PayoutStatus> {
  const included = await inclusionAt(node, id);
  if (included) return included;
  const solid = await node.solidHead();
  if (solid.timestamp <= expiration + expiryMarginMs) return 'unknown';
  // Read again: a block may have included it after the first read, and become solid before the second.
  const lateInclusion = await inclusionAt(node, id);
  if (lateInclusion) return lateInclusion;
  return (await node.hasTransaction(id)) ? 'unknown' : 'expired';
}

/**
 * @returns undefined if no block of the node's chain includes the transaction, or the chain reorganises during the read
 */
async function inclusionAt(node: TronNode, id: string): Promise<Included | undefined> {
  const result = await node.resultOf(id);
  if (!result) return undefined;
  const client = await node.client();
  const receipt = await client.getTransactionReceipt({ hash: hexOf(`0x${id}`) }).catch((error: unknown) => {
    if (error instanceof TransactionReceiptNotFoundError) return undefined;
    throw error;
  });
  if (receipt?.blockNumber !== result.height) return undefined;
  if ((receipt.status === 'success') !== result.isSuccess)
    throw new Error(`${node.name} contradicts itself about the result of transaction ${id}`);
  const head = await client.getBlockNumber();
  // If the block was reorganised away, its receipt does not count.
  if (result.height > head || (await blockHashAt(client, result.height)) !== receipt.blockHash) return undefined;
  return { block: result.height, confirmations: Number(head - result.height) + 1, isReverted: !result.isSuccess };
}
