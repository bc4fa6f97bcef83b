import type { Db } from '../../../platform/database/database.ts';
import type { Factor } from '../../../platform/database/types.ts';
import type { Caller } from '../../../platform/contract/operations.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Services } from '../../services.ts';
import { failedActs } from '../../../commands/access-failures.ts';

const atMost = 100;

interface SignIn {
  id: string;
  device: string;
  location: string;
  createdAt: string;
  lastSeenAt: string;
  endedAt?: string;
  endReason?: string;
  isCurrent: boolean;
}

/** Sign-ins, current and past, newest first. */
export async function listSignIns({ db, clock }: Services, { customerId, sessionId }: Caller): Promise<SignIn[]> {
  const rows = await db
    .selectFrom('session')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('id', 'desc')
    .limit(atMost)
    .execute();
  const now = clock.now();
  return rows.map((row) => {
    // One that nobody ended is over all the same once its time has come.
    const endedAt = row.ended_at ?? (row.expires_at <= now ? row.expires_at : undefined);
    return {
      id: row.id,
      device: row.agent,
      location: row.network,
      createdAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      ...(endedAt && { endedAt: endedAt.toISOString(), endReason: row.end_reason ?? 'expired' }),
      isCurrent: row.id === sessionId,
    };
  });
}

/** @throws AppError NOT_FOUND where it is not the customer's, or over */
export async function endOwnSession({ db, clock }: Services, { customerId }: Caller, id: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ ended_at: clock.now(), end_reason: 'ended by customer' })
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError('NOT_FOUND');
}

const failuresAtMost = 20;

/**
 * What was done to the account and failed attempts, newest first; an operator is a desk here, whoever it was. However many attempts
 * failed, all else keeps its place.
 */
export async function listSecurityLog(db: Db, customerId: string) {
  const rows = db
    .selectFrom('audit_log')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc');
  const done = await rows
    // Who read what they wrote to us is for those who ask, not a matter of the account's safety.
    .where('act', 'not like', 'feedback %')
    .where('act', 'not in', failedActs)
    .limit(atMost)
    .execute();
  const failed = await rows.where('act', 'in', failedActs).limit(failuresAtMost).execute();
  // Of the window that has not ended.
  const open = await db.selectFrom('access_failure').selectAll().where('customer_id', '=', customerId).execute();
  return [
    ...done.map(({ at, act, actor, details }) => ({ at, act, actor, ...placeOf(details) })),
    ...failed.map(({ at, act, actor, details: { count, factor, until, ...details } }) => ({
      at: until === undefined ? at : new Date(until),
      act,
      actor,
      count: Number(count),
      ...factorOf(factor),
      ...placeOf(details),
    })),
    ...open.map(({ last_at: at, act, count, factor, ...details }) => ({
      at,
      act,
      actor: 'system' as const,
      count,
      ...factorOf(factor),
      ...placeOf(details),
    })),
  ]
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() }));
}

const placeOf = ({ agent, network }: { agent?: string | undefined; network?: string | undefined }) => ({
  ...(agent !== undefined && { device: agent }),
  ...(network !== undefined && { location: network }),
});

const factorOf = (factor: string | undefined) => (factor ? { factor: factor as Factor } : {});
