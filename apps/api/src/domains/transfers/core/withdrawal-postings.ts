import type { Clock } from '@wusd/server-kit/clock';
import type { Trx } from '../../../platform/database/database.ts';
import { placeHold, resolveHold } from '../../../ledger/holds.ts';
import { feeAccount, type Leg } from '../../../ledger/ledger.ts';
import type { SharedColumns, TransferTable } from './transfer-kind.ts';

// A withdrawal holds amount + fee in the account that it is debited from, until it is sent or ends. That is the
// customer's account, or for a return the suspense account of the deposit.

const assets = {
  crypto_transaction: 'crypto',
  fiat_transaction: 'fiat',
} as const satisfies Record<TransferTable, string>;

/** Kind of the ledger's holds and transfers, e.g. `crypto withdrawal`. */
export const ledgerKindOf = (table: TransferTable, row: Pick<SharedColumns, 'returns_deposit_id'>): string =>
  `${assets[table]} ${row.returns_deposit_id === null ? 'withdrawal' : 'return'}`;

const payerHoldId = (id: string): string => `${id}:pay`;

/** Returns the account that a withdrawal is debited from, and to which the money returns if the withdrawal fails. */
export async function payerAccountOf(trx: Trx, { id }: { id: string }): Promise<string> {
  const { account_id: account } = await trx
    .selectFrom('hold')
    .select('account_id')
    .where('id', '=', payerHoldId(id))
    .executeTakeFirstOrThrow();
  return account;
}

/** @throws LedgerError `insufficient` */
export async function holdAmountAndFee(
  trx: Trx,
  clock: Clock,
  table: TransferTable,
  row: Pick<SharedColumns, 'id' | 'amount' | 'fee' | 'returns_deposit_id'>,
  account: string,
): Promise<void> {
  const total = BigInt(row.amount) + BigInt(row.fee);
  const entity = { kind: ledgerKindOf(table, row), entityId: row.id, eventTime: clock.now() };
  await placeHold(trx, { id: payerHoldId(row.id), account, amount: total, ...entity });
}

/** Resolves the hold with a transfer: the amount is credited to `account`, and the fee to the fee account. */
export async function captureAmountAndFee(
  trx: Trx,
  clock: Clock,
  table: TransferTable,
  row: SharedColumns,
  { suffix, account }: { suffix: 'paid' | 'accepted'; account: string },
): Promise<void> {
  const [amount, fee] = [BigInt(row.amount), BigInt(row.fee)];
  const legs: Leg[] = [
    { account: await payerAccountOf(trx, row), amount: amount + fee },
    { account, amount: -amount },
    ...(await feeLegs(trx, clock, row, -fee)),
  ];
  const transfer = { transferId: `${row.id}:${suffix}`, kind: ledgerKindOf(table, row), legs };
  await resolveHold(trx, payerHoldId(row.id), clock.now(), { outcome: 'post', ...transfer });
}

/** @param amount negative if the fee is earned, positive if it is refunded */
export const feeLegs = async (trx: Trx, clock: Clock, row: { currency: string }, amount: bigint): Promise<Leg[]> =>
  amount === 0n ? [] : [{ account: await feeAccount(trx, clock, row.currency), amount }];

export async function releaseAmountAndFee(trx: Trx, clock: Clock, { id }: { id: string }): Promise<void> {
  await resolveHold(trx, payerHoldId(id), clock.now(), { outcome: 'void' });
}

/** Returns the balance of an account that no hold reserves, in minor units. */
export async function freeBalanceOf(trx: Trx, account: string): Promise<bigint> {
  const { posted, held } = await trx
    .selectFrom('account')
    .select(['posted', 'held'])
    .where('id', '=', account)
    .executeTakeFirstOrThrow();
  return BigInt(posted) - BigInt(held);
}

/**
 * Reserves the amount in the account that pays it, so that two withdrawals can't spend the same money.
 *
 * @returns false if the free balance is too low
 * @throws LedgerError `insufficient` if a concurrent withdrawal reserved the money
 */
export async function reservePayoutFunds(
  trx: Trx,
  clock: Clock,
  table: TransferTable,
  row: SharedColumns,
  { holdId, account }: { holdId: string; account: string },
): Promise<boolean> {
  const amount = BigInt(row.amount);
  // A withdrawal that is sent again already has a reservation.
  const isReserved = await trx.selectFrom('hold').select('id').where('id', '=', holdId).executeTakeFirst();
  if (isReserved) return true;
  if ((await freeBalanceOf(trx, account)) < amount) return false;
  const entity = { kind: ledgerKindOf(table, row), entityId: row.id, eventTime: clock.now() };
  await placeHold(trx, { id: holdId, account, amount, ...entity });
  return true;
}
