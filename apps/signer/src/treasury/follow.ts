import { hexOf } from '@wusd/payouts/evm/hex';
import { parsePrice } from '@wusd/payouts/evm/payouts';
import { isDead } from '@wusd/payouts/payout-port';
import { withTreasuryLock } from '../database/database.ts';
import { forEachTransfer } from './for-each.ts';
import { ensureGas } from './gas.ts';
import { authorizeReplacement } from './policy.ts';
import { policyOf, replaceTransfer } from './sign-transfer.ts';
import { type RecordedTransfer, transferOf, unfinishedTransfers, updateTransfer } from './transfers.ts';
import type { TreasuryNetwork, TreasuryServices } from './treasury.ts';

/** Time after which a transaction that is not in a block is replaced at a higher price. */
const stuckMs = 3 * 60_000;

/**
 * Follows recorded transfers until they are final. Transfers that are not in a block are broadcast again, or replaced
 * if they wait too long.
 */
export async function followTransfers(services: TreasuryServices, network: TreasuryNetwork): Promise<void> {
  const finalBlock = await network.node.finalBlock();
  const unfinished = await unfinishedTransfers(services.db, network.networkId, finalBlock);
  await forEachTransfer(services, network, unfinished, (transfer) => follow(services, network, transfer, finalBlock));
}

async function follow(
  services: TreasuryServices,
  network: TreasuryNetwork,
  transfer: RecordedTransfer,
  finalBlock: bigint,
): Promise<void> {
  const { db, clock, payouts } = services;
  const { networkId } = network;
  const { row, attempts } = transfer;
  const update = (change: Parameters<typeof updateTransfer>[2]): Promise<void> =>
    withTreasuryLock(db, (trx) => updateTransfer(trx, row, change, clock.now()));
  const statuses = await Promise.all(
    attempts.map(async ({ hash, raw }) => ({
      hash,
      status: await payouts.statusOf({ networkId, sender: row.sender, nonce: row.nonce, hash, raw }),
    })),
  );
  for (const { hash, status } of statuses) {
    if (typeof status === 'string' || status.block === undefined) continue;
    const { block, isReverted } = status;
    // Final requires both: the first node reports finality, and all nodes have reached the configured depth.
    const isFinal = block <= finalBlock && status.confirmations > network.finalBlocks;
    if (!isFinal) return update({ status: 'included', hash, block });
    return update({ status: isReverted ? 'reverted' : 'completed', hash, block });
  }
  if (statuses.every(({ status }) => isDead(status))) return update({ status: 'displaced' });
  const last = attempts.at(-1);
  if (!last) return;
  if (statuses.at(-1)?.status === 'unknown' && (await isAffordable(network, transfer)))
    await payouts.broadcast(networkId, last.raw);
  if (clock.now().getTime() - last.signed_at.getTime() >= stuckMs) await hasten(services, network, transfer);
}

/** Whether the sender can pay for the transfer. A node rejects transactions that the sender can't pay for. */
async function isAffordable({ node }: TreasuryNetwork, { row, attempts }: RecordedTransfer): Promise<boolean> {
  const { sender, amount, gas, kind, fees } = transferOf(row, attempts.at(-1)?.price ?? '');
  const cost = gas * fees.maxFeePerGas + (kind === 'top-up' ? amount : 0n) + (await node.dataFee());
  return (await node.nativeBalance(sender)) >= cost;
}

/** Replaces a transfer if the network's price has risen, and tops up its sender if its balance is too low for that. */
async function hasten(services: TreasuryServices, network: TreasuryNetwork, transfer: RecordedTransfer): Promise<void> {
  const { row, attempts } = transfer;
  const last = attempts.at(-1);
  if (!last) return;
  // The transaction is already in a block, although a node is unavailable or behind. Its sender may have spent its
  // gas.
  if ((await network.node.transactionCount(hexOf(row.sender))) > BigInt(row.nonce)) return;
  const price = await services.payouts.increasedPrice(network.networkId, last.price);
  const fees = parsePrice(price ?? last.price);
  if (row.kind === 'sweep') {
    const sweep = { ...transferOf(row, last.price), fees };
    if (price !== undefined) authorizeReplacement(await policyOf(network), sweep, fees);
    if (!(await ensureGas(services, network, sweep, sweep.amount))) return;
  }
  if (price !== undefined) await replaceTransfer(services, network, transfer, last, price);
}
