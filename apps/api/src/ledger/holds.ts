import { sql } from 'kysely';
import type { Trx } from '../platform/database/database.ts';
import { callBatchFunction, type Leg, serializeLegs } from './ledger.ts';

export interface Hold {
  /** Chosen by the caller as the idempotency key. */
  id: string;
  account: string;
  /** Minor units at ledger scale, greater than zero. */
  amount: bigint;
  kind: string;
  entityId: string;
  eventTime: Date;
}

/**
 * Places a hold: the balance stays the same, and the held amount can't be spent.
 *
 * @returns false if the same hold was placed before
 * @throws LedgerError `insufficient`, or `id conflict` if another hold has this id
 */
export async function placeHold(trx: Trx, request: Hold): Promise<boolean> {
  return (await placeHolds(trx, [request]))[0] === true;
}

/** Places several holds, all or none. @returns the result of `placeHold` for each hold, in order */
export async function placeHolds(trx: Trx, holds: readonly Hold[]): Promise<boolean[]> {
  const rows = holds.map(({ id, account, amount, kind, entityId, eventTime }) => ({
    id,
    account,
    amount: amount.toString(),
    kind,
    entity_id: entityId,
    event_time: eventTime,
  }));
  return callBatchFunction(trx, sql`ledger_hold_all(${JSON.stringify(rows)}::jsonb)`);
}

/** Resolution of a hold: `post` posts a transfer, `void` and `expire` only release the hold. */
export type Resolution =
  | { outcome: 'post'; transferId: string; kind: string; legs: Leg[] }
  | { outcome: 'void' | 'expire' };

/**
 * Resolves a hold once, even if calls are concurrent. The legs may move less than was held, e.g. if a fee is lower:
 * the hold is released in full.
 *
 * @returns false if the hold was resolved in the same way before
 * @throws LedgerError `already resolved` if the hold was resolved in another way, `hold not found`, and the errors of
 * `post`
 */
export async function resolveHold(trx: Trx, id: string, eventTime: Date, resolution: Resolution): Promise<boolean> {
  return (await resolveHolds(trx, eventTime, [{ id, ...resolution }]))[0] === true;
}

/** Resolves several holds, all or none. @returns the result of `resolveHold` for each hold, in order */
export async function resolveHolds(
  trx: Trx,
  eventTime: Date,
  resolutions: readonly (Resolution & { id: string })[],
): Promise<boolean[]> {
  const rows = resolutions.map((resolution) => ({
    hold_id: resolution.id,
    outcome: resolution.outcome,
    ...(resolution.outcome === 'post'
      ? { transfer_id: resolution.transferId, kind: resolution.kind, legs: serializeLegs(resolution.legs) }
      : { transfer_id: null, kind: null, legs: [] }),
  }));
  return callBatchFunction(trx, sql`ledger_resolve_all(${JSON.stringify(rows)}::jsonb, ${eventTime})`);
}
