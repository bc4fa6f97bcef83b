import { ledgerScale } from '@wusd/server-kit/registry/currencies';
import { nativeCoins, nativeCoinScale } from '@wusd/server-kit/registry/native-coins';
import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '@wusd/server-kit/clock';
import type { Trx } from '../platform/database/database.ts';
import type { InitialRows } from '../platform/database/initial-rows.ts';
import { createId } from '../platform/ids.ts';
import { errorCodeOf } from '@wusd/server-kit/errors/error-fields';

/** The assets of the ledger with their scales. */
export const initialAssets: InitialRows = {
  table: 'asset',
  rows: [
    ...Object.entries(ledgerScale).map(([code, scale]) => ({ code, scale })),
    ...nativeCoins.map((code) => ({ code, scale: nativeCoinScale })),
  ],
};

export interface Leg {
  /** Id of a ledger account. */
  account: string;
  /** Minor units at ledger scale: positive debits the account, negative credits it. */
  amount: bigint;
}

export interface Transfer {
  /** Chosen by the caller as the idempotency key. */
  id: string;
  kind: string;
  entityId: string;
  eventTime: Date;
  legs: Leg[];
  /** Id of the transfer that this one reverses. A transfer can be reversed once. */
  reverses?: string;
}

/** Reasons by SQLSTATE, as the database functions raise it. */
const reasons: ReadonlyMap<string, LedgerError['reason']> = new Map([
  ['WL001', 'id conflict'],
  ['WL002', 'unbalanced'],
  ['WL003', 'unbalanced'],
  ['WL004', 'hold not found'],
  ['WL005', 'already resolved'],
  // A check constraint: the balance or the available balance would go below zero.
  ['23514', 'insufficient'],
]);

/** The ledger rejected an operation. Nothing was written. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
  readonly reason:
    | 'id conflict'
    | 'unbalanced'
    | 'hold not found'
    | 'already resolved'
    | 'insufficient'
    | 'zero amount';

  constructor(reason: LedgerError['reason'], cause: unknown) {
    super(`The ledger rejected the operation: ${reason}`, { cause });
    this.reason = reason;
  }
}

/**
 * Posts a transfer in the caller's transaction. Its debits and credits must sum to zero for each asset.
 *
 * @returns false if the same transfer was posted before
 * @throws LedgerError `unbalanced`, `insufficient` if an account would go below zero, `zero amount` if the legs of an
 * account sum to zero, `id conflict` if another transfer has this id
 */
export async function post(
  trx: Trx,
  { id, kind, entityId, eventTime, legs, reverses = '' }: Transfer,
): Promise<boolean> {
  const { rows } = await sql<{
    posted: boolean;
  }>`select ledger_post(${id}, ${kind}, ${entityId}, ${eventTime}, ${JSON.stringify(serializeLegs(legs))}::jsonb, nullif(${reverses}::text, '')) as posted`
    .execute(trx)
    .catch(asLedgerError);
  return rows[0]?.posted === true;
}

/** Posts several transfers in order, all or none. @returns the result of `post` for each transfer */
export async function postAll(trx: Trx, transfers: readonly Transfer[]): Promise<boolean[]> {
  const rows = transfers.map(({ id, kind, entityId, eventTime, legs, reverses = null }) => ({
    id,
    kind,
    entity_id: entityId,
    event_time: eventTime,
    legs: serializeLegs(legs),
    reverses,
  }));
  return callBatchFunction(trx, sql`ledger_post_all(${JSON.stringify(rows)}::jsonb)`);
}

/** Calls a database function that takes a batch. @returns its result for each item, in order @throws LedgerError */
export async function callBatchFunction(trx: Trx, call: RawBuilder<unknown>): Promise<boolean[]> {
  const { rows } = await sql<{ answers: boolean[] }>`select ${call} as answers`.execute(trx).catch(asLedgerError);
  return rows[0]?.answers ?? [];
}

/**
 * Converts legs to the format of the database functions.
 *
 * @throws LedgerError `zero amount` if the legs of an account sum to zero
 */
export function serializeLegs(legs: readonly Leg[]): { account: string; amount: string }[] {
  const sums = new Map<string, bigint>();
  for (const { account, amount } of legs) sums.set(account, (sums.get(account) ?? 0n) + amount);
  if ([...sums.values()].includes(0n)) throw new LedgerError('zero amount', undefined);
  return legs.map(({ account, amount }) => ({ account, amount: amount.toString() }));
}

/** @throws LedgerError if a database function raised the error, otherwise the error itself */
function asLedgerError(error: unknown): never {
  const reason = reasons.get(errorCodeOf(error) ?? '');
  if (reason) throw new LedgerError(reason, error);
  throw error;
}

/** Our liability to a customer in one asset. */
export function customerAccount(trx: Trx, clock: Clock, customerId: string, asset: string): Promise<string> {
  return findOrOpenAccount(trx, clock, {
    owner: customerId,
    asset,
    kind: 'cust',
    normal_side: 'credit',
    may_go_negative: false,
  });
}

/**
 * The trading desk's side of swaps. Its WUSD account may go below zero without limit: a negative balance is WUSD that
 * was issued. In any other asset the desk can't pay out more than it has.
 */
export function deskAccount(trx: Trx, clock: Clock, asset: string): Promise<string> {
  return findOrOpenAccount(trx, clock, {
    owner: 'otc',
    asset,
    kind: 'otc',
    normal_side: 'credit',
    may_go_negative: asset === 'WUSD',
    appends: asset === 'WUSD',
  });
}

/** Fees that were charged, less refunds. */
export function feeAccount(trx: Trx, clock: Clock, asset: string): Promise<string> {
  return findOrOpenAccount(trx, clock, {
    owner: 'fee',
    asset,
    kind: 'fee',
    normal_side: 'credit',
    may_go_negative: true,
    appends: true,
  });
}

/** Crypto that we hold on a network. */
export function custodyAccount(trx: Trx, clock: Clock, networkId: number, asset: string): Promise<string> {
  return findOrOpenAccount(trx, clock, {
    owner: `custody:${networkId}`,
    asset,
    kind: 'custody',
    normal_side: 'debit',
    may_go_negative: false,
  });
}

/** Supply of our token on a network: minted less burned tokens. */
export function supplyAccount(trx: Trx, clock: Clock, networkId: number, asset: string): Promise<string> {
  return findOrOpenAccount(trx, clock, {
    owner: supplyOwner(networkId),
    asset,
    kind: 'supply',
    normal_side: 'credit',
    may_go_negative: false,
  });
}

export const supplyOwner = (networkId: number): string => `supply:${networkId}`;

/** Fiat that we hold at a bank. */
export function bankAccount(trx: Trx, clock: Clock, partnerId: string, asset: string): Promise<string> {
  return findOrOpenAccount(trx, clock, {
    owner: `bank:${partnerId}`,
    asset,
    kind: 'bank',
    normal_side: 'debit',
    may_go_negative: false,
  });
}

/** Payouts that a bank was instructed to make and has not settled yet. */
export function clearingAccount(trx: Trx, clock: Clock, partnerId: string, asset: string): Promise<string> {
  return findOrOpenAccount(trx, clock, {
    owner: `clr.out:${partnerId}`,
    asset,
    kind: 'clr.out',
    normal_side: 'credit',
    may_go_negative: false,
  });
}

/** Statement lines that match none of our instructions, and differences in amount, until an operator explains them. */
export function unexplainedAccount(trx: Trx, clock: Clock, partnerId: string, asset: string): Promise<string> {
  return findOrOpenAccount(trx, clock, {
    owner: `unexplained:${partnerId}`,
    asset,
    kind: 'unexplained',
    normal_side: 'debit',
    may_go_negative: true,
  });
}

/**
 * Money that arrived and is not credited to a customer yet.
 *
 * @param partnerId a bank, or `network-` and the id of a network
 */
export function suspenseAccount(trx: Trx, clock: Clock, partnerId: string, asset: string): Promise<string> {
  return findOrOpenAccount(trx, clock, {
    owner: `suspense:${partnerId}`,
    asset,
    kind: 'suspense',
    normal_side: 'credit',
    may_go_negative: false,
  });
}

/** Receivable from a customer whose deposit was reversed after it was spent. */
export function shortfallAccount(trx: Trx, clock: Clock, customerId: string, asset: string): Promise<string> {
  return findOrOpenAccount(trx, clock, {
    owner: customerId,
    asset,
    kind: 'shortfall',
    normal_side: 'debit',
    may_go_negative: false,
  });
}

interface NewAccount {
  owner: string;
  asset: string;
  kind: string;
  normal_side: 'debit' | 'credit';
  may_go_negative: boolean;
  /** Legs are appended and rolled up later, so that transfers don't wait for the row of a shared account. */
  appends?: boolean;
}

/** Finds the account of an owner, asset and kind, or opens it. @returns its id */
export async function findOrOpenAccount(trx: Trx, clock: Clock, account: NewAccount): Promise<string> {
  const find = trx
    .selectFrom('account')
    .select('id')
    .where('owner', '=', account.owner)
    .where('asset', '=', account.asset)
    .where('kind', '=', account.kind);
  const existing = await find.executeTakeFirst();
  if (existing) return existing.id;
  const opened = await trx
    .insertInto('account')
    .values({ id: createId('acc', clock), ...account })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  // Another transaction has opened the account in the meantime.
  return opened?.id ?? (await find.executeTakeFirstOrThrow()).id;
}
