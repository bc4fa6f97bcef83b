import { parsePrice } from '@wusd/payouts/evm/payouts';
import { minOf } from '@wusd/server-kit/bigints';
import type { TreasuryTransfer } from './policy.ts';
import { GasAccountLow, startTransfer } from './sign-transfer.ts';
import { transfersOf } from './transfers.ts';
import type { TreasuryNetwork, TreasuryServices } from './treasury.ts';

/**
 * Ensures that the sender of a sweep can pay for its gas: if its balance is too low, the gas account sends the
 * difference.
 *
 * @returns whether the sender can pay now
 * @throws TreasuryRejected, GasAccountLow
 */
export async function ensureGas(
  services: TreasuryServices,
  network: TreasuryNetwork,
  { sender, keyIndex, currency, gas, fees }: TreasuryTransfer,
  finalUnits: bigint,
): Promise<boolean> {
  const { db, payouts } = services;
  const { networkId, node, gasAccount, limits } = network;
  const needed = gas * fees.maxFeePerGas + (await node.dataFee());
  const balance = await node.nativeBalance(sender);
  if (balance >= needed) return true;
  const others = await transfersOf(db, networkId, keyIndex);
  if (others.some(({ kind, status }) => kind === 'top-up' && (status === 'signed' || status === 'included')))
    return false;
  // Adds a quarter, because the price may rise before the sweep is signed.
  const amount = minOf((needed * 5n) / 4n, limits.maxGas * limits.maxFeePerGas) - balance;
  // A node does not estimate gas for a transfer that the sender can't pay.
  if ((await node.nativeBalance(gasAccount)) < amount) throw new GasAccountLow();
  const price = await payouts.currentPrice(networkId);
  const payment = { sender: gasAccount, recipient: sender, amount };
  const topUp: TreasuryTransfer = {
    ...payment,
    kind: 'top-up',
    keyIndex,
    currency,
    gas: await node.estimateGas(payment),
    fees: parsePrice(price),
  };
  await startTransfer(services, network, topUp, finalUnits, price);
  return false;
}
