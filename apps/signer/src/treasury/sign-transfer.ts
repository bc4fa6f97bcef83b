import { signOwnTransfer } from '@wusd/payouts/evm/treasury';
import { hexOf } from '@wusd/payouts/evm/hex';
import { parsePrice } from '@wusd/payouts/evm/payouts';
import { withTreasuryLock } from '../database/database.ts';
import {
  authorizeReplacement,
  authorizeTransfer,
  costOf,
  type TreasuryPolicy,
  TreasuryRejected,
  type TreasuryTransfer,
} from './policy.ts';
import {
  type AttemptRow,
  gasSpending,
  insertAttempt,
  insertTransfer,
  lastNonce,
  nextNonce,
  type RecordedTransfer,
  type SignedAttempt,
  transferOf,
} from './transfers.ts';
import type { TreasuryNetwork, TreasuryServices } from './treasury.ts';

/** The gas account holds too little for a top-up. */
export class GasAccountLow extends Error {
  override readonly name = 'GasAccountLow';

  constructor() {
    super('The gas account holds too little for a top-up');
  }
}

export async function policyOf({
  gasAccount,
  limits,
  depositAddresses,
  payoutAddress,
}: TreasuryNetwork): Promise<TreasuryPolicy> {
  return { payoutAddress: await payoutAddress(), gasAccount, limits, depositAddress: depositAddresses.of };
}

/** Signs an authorized transfer. */
async function sign(
  { keys }: TreasuryServices,
  { chainId, tokens }: TreasuryNetwork,
  transfer: TreasuryTransfer,
  nonce: bigint,
  price: string,
): Promise<SignedAttempt> {
  const isSweep = transfer.kind === 'sweep';
  const key = isSweep ? keys.deposits.keyOf(transfer.keyIndex) : keys.gas;
  const token = isSweep ? tokens[transfer.currency]?.address : undefined;
  // Without a token the transfer would send the native coin.
  if (isSweep && token === undefined)
    throw new TreasuryRejected('token', `${transfer.currency} has no token in the networks file`);
  return { price, ...(await signOwnTransfer(key, { ...transfer, chainId, token, nonce: Number(nonce) })) };
}

/**
 * Signs a transfer, records it and broadcasts it. If the process is killed in between, a later round broadcasts the
 * recorded transaction.
 *
 * @throws TreasuryRejected, GasAccountLow
 */
export async function startTransfer(
  services: TreasuryServices,
  network: TreasuryNetwork,
  transfer: TreasuryTransfer,
  finalUnits: bigint,
  price: string,
): Promise<void> {
  const { db, clock, payouts, log } = services;
  const { networkId, node, gasAccount } = network;
  const { sender } = transfer;
  const isFirst = (await lastNonce(db, networkId, sender)) === undefined;
  const count = await (isFirst ? node.agreedTransactionCount(sender) : node.transactionCount(sender));
  const policy = await policyOf(network);
  const balance = transfer.kind === 'top-up' ? await node.nativeBalance(gasAccount) : 0n;
  const { raw, hash } = await withTreasuryLock(db, async (trx) => {
    const now = clock.now();
    const { within24h, pending } = await gasSpending(trx, networkId, now);
    const nonce = await nextNonce(trx, networkId, sender, count);
    authorizeTransfer(policy, transfer, { finalUnits, spentWithin24h: within24h });
    const signed = await sign(services, network, transfer, nonce, price);
    if (transfer.kind === 'top-up' && balance < pending + costOf(transfer)) throw new GasAccountLow();
    await insertTransfer(trx, networkId, nonce, transfer, signed, now);
    return signed;
  });
  const { kind, currency, amount } = transfer;
  log.info({ event: 'treasury_signed', networkId, kind, currency, amount: String(amount), hash }, 'signed');
  await payouts.broadcast(networkId, raw);
}

/**
 * Signs a transfer again with the same nonce at a higher price.
 *
 * @throws TreasuryRejected
 */
export async function replaceTransfer(
  services: TreasuryServices,
  network: TreasuryNetwork,
  { row, attempts }: RecordedTransfer,
  last: AttemptRow,
  price: string,
): Promise<void> {
  const { db, clock, payouts, log } = services;
  const { networkId } = network;
  const transfer = { ...transferOf(row, last.price), fees: parsePrice(price) };
  const policy = await policyOf(network);
  const { raw, hash } = await withTreasuryLock(db, async (trx) => {
    const now = clock.now();
    authorizeReplacement(policy, transfer, transfer.fees);
    const signed = await sign(services, network, transfer, BigInt(row.nonce), price);
    await insertAttempt(trx, row.id, attempts.length + 1, signed, now);
    return signed;
  });
  log.info({ event: 'treasury_replaced', networkId, kind: row.kind, hash }, 'signed again at a higher price');
  await payouts.broadcast(networkId, hexOf(raw));
}
