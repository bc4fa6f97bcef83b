import { sql } from 'kysely';
import type { Trx } from '../database/database.ts';
import { asLedgerError, type Leg, writtenLegs } from './ledger.ts';

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
export async function hold(trx: Trx, { id, account, amount, kind, entityId, eventTime }: Hold): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select ledger_hold(${id}, ${account}, ${amount.toString()}::numeric, ${kind}, ${entityId}, ${eventTime}) as held
  `
    .execute(trx)
    .catch(asLedgerError);
  return rows[0]?.held === true;
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
export async function resolve(trx: Trx, id: string, eventTime: Date, resolution: Resolution): Promise<boolean> {
  const { transferId, kind, legs } =
    resolution.outcome === 'post' ? resolution : { transferId: null, kind: null, legs: [] };
  const { rows } = await sql<{ resolved: boolean }>`
    select ledger_resolve(${id}, ${resolution.outcome}, ${eventTime}, ${transferId}, ${kind}, ${writtenLegs(legs)}::jsonb) as resolved
  `
    .execute(trx)
    .catch(asLedgerError);
  return rows[0]?.resolved === true;
}
