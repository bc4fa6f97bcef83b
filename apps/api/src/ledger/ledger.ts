import { ledgerScale } from '../platform/registry/currencies.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Trx } from '../platform/database/database.ts';
import { seedTable } from '../platform/database/seed-table.ts';
import { createId } from '../platform/ids.ts';

/** Makes the assets known to the ledger. */
export function seedAssets(url: string): Promise<void> {
  return seedTable(
    url,
    'asset',
    Object.entries(ledgerScale).map(([code, scale]) => ({ code, scale })),
  );
}

export interface Leg {
  /** Ledger account. */
  account: string;
  /** Minor units at ledger scale: positive debits the account, negative credits it. */
  amount: bigint;
}

export interface Transfer {
  /** Made by the caller: posting the same id twice has one effect. */
  id: string;
  kind: string;
  entityId: string;
  eventTime: Date;
  legs: Leg[];
  /** Id of the transfer that this one corrects: there is one of it at most. */
  reverses?: string;
}

/** What the functions of the database raise. */
const reasons = {
  WL001: 'other body',
  WL002: 'unbalanced',
  WL003: 'unbalanced',
  WL004: 'no such hold',
  WL005: 'ended otherwise',
  // A check constraint: a balance, or what is free of it, would go below zero.
  23514: 'insufficient',
} as const;

/** The ledger refused; nothing was written. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
  readonly reason: (typeof reasons)[keyof typeof reasons] | 'moves nothing';

  constructor(reason: LedgerError['reason'], cause: unknown) {
    super(`The ledger refused: ${reason}`, { cause });
    this.reason = reason;
  }
}

/**
 * Posts a transfer: debits and credits that sum to zero for each asset, in the caller's transaction.
 *
 * @returns false where the same transfer was posted before
 * @throws LedgerError `unbalanced`, `insufficient` (an account would go below zero), `moves nothing` (of an account that is named),
 * `other body` (same id, another transfer)
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

/** The same of many, in their order: all of them or none. */
export async function postAll(trx: Trx, all: readonly Transfer[]): Promise<boolean[]> {
  const transfers = all.map(({ id, kind, entityId, eventTime, legs, reverses = null }) => ({
    id,
    kind,
    entity_id: entityId,
    event_time: eventTime,
    legs: serializeLegs(legs),
    reverses,
  }));
  return callBatchFunction(trx, sql`ledger_post_all(${JSON.stringify(transfers)}::jsonb)`);
}

/** What a function of the database answers for each that it was given. @throws LedgerError */
export async function callBatchFunction(trx: Trx, call: RawBuilder<unknown>): Promise<boolean[]> {
  const { rows } = await sql<{ answers: boolean[] }>`select ${call} as answers`.execute(trx).catch(asLedgerError);
  return rows[0]?.answers ?? [];
}

/** @throws LedgerError `moves nothing` where an account is named whose legs come to zero */
export function serializeLegs(legs: readonly Leg[]): { account: string; amount: string }[] {
  const sums = new Map<string, bigint>();
  for (const { account, amount } of legs) sums.set(account, (sums.get(account) ?? 0n) + amount);
  if ([...sums.values()].includes(0n)) throw new LedgerError('moves nothing', undefined);
  return legs.map(({ account, amount }) => ({ account, amount: amount.toString() }));
}

/** @throws LedgerError where the ledger refused, else what it was given */
function asLedgerError(error: unknown): never {
  const { code = '' } = error as { code?: string };
  if (code in reasons) throw new LedgerError(reasons[code as unknown as keyof typeof reasons], error);
  throw error;
}

/** What the product owes a customer in one asset. */
export function customerAccount(trx: Trx, clock: Clock, customerId: string, asset: string): Promise<string> {
  return open(trx, clock, { owner: customerId, asset, kind: 'cust', normal_side: 'credit', may_go_negative: false });
}

/**
 * The desk's own side of swaps. In WUSD it may owe without end: below zero is what is issued, and its legs are appended. Of anything else
 * it can't pay what it has not bought.
 */
export function deskAccount(trx: Trx, clock: Clock, asset: string): Promise<string> {
  return open(trx, clock, {
    owner: 'otc',
    asset,
    kind: 'otc',
    normal_side: 'credit',
    may_go_negative: asset === 'WUSD',
    appends: asset === 'WUSD',
  });
}

/** What was charged, less what was given back. */
export function feeAccount(trx: Trx, clock: Clock, asset: string): Promise<string> {
  return open(trx, clock, {
    owner: 'fee',
    asset,
    kind: 'fee',
    normal_side: 'credit',
    may_go_negative: true,
    appends: true,
  });
}

/** What the product holds on a blockchain. */
export function custodyAccount(trx: Trx, clock: Clock, networkId: number, asset: string): Promise<string> {
  return open(trx, clock, {
    owner: `custody:${networkId}`,
    asset,
    kind: 'custody',
    normal_side: 'debit',
    may_go_negative: false,
  });
}

/** What the product holds at a bank. */
export function bankAccount(trx: Trx, clock: Clock, partnerId: string, asset: string): Promise<string> {
  return open(trx, clock, {
    owner: `bank:${partnerId}`,
    asset,
    kind: 'bank',
    normal_side: 'debit',
    may_go_negative: false,
  });
}

/** Payouts that a bank is told of and has not carried out yet. */
export function clearingAccount(trx: Trx, clock: Clock, partnerId: string, asset: string): Promise<string> {
  return open(trx, clock, {
    owner: `clr.out:${partnerId}`,
    asset,
    kind: 'clr.out',
    normal_side: 'credit',
    may_go_negative: false,
  });
}

/** What left a bank and nobody of ours has asked for, until an operator has explained it. */
export function unexplainedAccount(trx: Trx, clock: Clock, partnerId: string, asset: string): Promise<string> {
  return open(trx, clock, {
    owner: `unexplained:${partnerId}`,
    asset,
    kind: 'unexplained',
    normal_side: 'debit',
    may_go_negative: true,
  });
}

/** Money that arrived at a bank without naming a customer, until an operator has placed it. */
export function suspenseAccount(trx: Trx, clock: Clock, partnerId: string, asset: string): Promise<string> {
  return open(trx, clock, {
    owner: `suspense:${partnerId}`,
    asset,
    kind: 'suspense',
    normal_side: 'credit',
    may_go_negative: false,
  });
}

/** What a customer owes us: spent before it was taken back. */
export function shortfallAccount(trx: Trx, clock: Clock, customerId: string, asset: string): Promise<string> {
  return open(trx, clock, {
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
  /** Everybody's transfers touch it, and it may go below zero: nobody waits for its row. */
  appends?: boolean;
}

async function open(trx: Trx, clock: Clock, account: NewAccount): Promise<string> {
  const find = trx
    .selectFrom('account')
    .select('id')
    .where('owner', '=', account.owner)
    .where('asset', '=', account.asset)
    .where('kind', '=', account.kind);
  const existing = await find.executeTakeFirst();
  if (existing) return existing.id;
  await trx
    .insertInto('account')
    .values({ id: createId('acc', clock), ...account })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await find.executeTakeFirstOrThrow()).id;
}
