import { sql } from 'kysely';
import type { Trx } from '../platform/database/database.ts';
import { callBatchFunction, type Leg, serializeLegs } from './ledger.ts';

export interface Hold {
  /** Made by the caller: holding the same id twice has one effect. */
  id: string;
  account: string;
  /** Minor units at ledger scale, above zero. */
  amount: bigint;
  kind: string;
  entityId: string;
  eventTime: Date;
}

/**
 * Sets money of an account aside: it stays the customer's, and can't be spent.
 *
 * @returns false where the same was held before
 * @throws LedgerError `insufficient`, `other body` (same id, another hold)
 */
export async function placeHold(trx: Trx, asked: Hold): Promise<boolean> {
  return (await placeHolds(trx, [asked]))[0] === true;
}

/** The same of many, in their order: all of them or none. */
export async function placeHolds(trx: Trx, all: readonly Hold[]): Promise<boolean[]> {
  const holds = all.map(({ id, account, amount, kind, entityId, eventTime }) => ({
    id,
    account,
    amount: amount.toString(),
    kind,
    entity_id: entityId,
    event_time: eventTime,
  }));
  return callBatchFunction(trx, sql`ledger_hold_all(${JSON.stringify(holds)}::jsonb)`);
}

/** How a hold ends: its money moves, or is free again. */
export type Resolution =
  | { outcome: 'post'; transferId: string; kind: string; legs: Leg[] }
  | { outcome: 'void' | 'expire' };

/**
 * Ends a hold, once, whoever races. What is posted need not be what was held: a fee may be lower, the rest is free again.
 *
 * @returns false where it ended just so before
 * @throws LedgerError `ended otherwise`, `no such hold`, and what posting throws
 */
export async function resolveHold(trx: Trx, id: string, eventTime: Date, resolution: Resolution): Promise<boolean> {
  return (await resolveHolds(trx, eventTime, [{ id, ...resolution }]))[0] === true;
}

/** The same of many, in their order: all of them or none. */
export async function resolveHolds(
  trx: Trx,
  eventTime: Date,
  all: readonly (Resolution & { id: string })[],
): Promise<boolean[]> {
  const ends = all.map((end) => ({
    hold_id: end.id,
    outcome: end.outcome,
    ...(end.outcome === 'post'
      ? { transfer_id: end.transferId, kind: end.kind, legs: serializeLegs(end.legs) }
      : { transfer_id: null, kind: null, legs: [] }),
  }));
  return callBatchFunction(trx, sql`ledger_resolve_all(${JSON.stringify(ends)}::jsonb, ${eventTime})`);
}
