import type { Db } from '../../../platform/database/database.ts';
import { factors } from '../../../platform/database/column-types.ts';
import type { Caller } from '../../../platform/contract/operations.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Services } from '../../services.ts';
import { failedActs } from '../../../commands/access-failures.ts';
import { memberOf } from '@wusd/server-kit/registry/lookup';

const maxEntries = 100;

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

/**
 * Lists current and past sessions, newest first. @param page `before` is the id of a session; only older sessions are
 * listed
 */
export async function listSignIns(
  { db, clock }: Services,
  { customerId, sessionId }: Caller,
  { before, size = maxEntries }: { before?: string; size?: number },
): Promise<SignIn[]> {
  const rows = await db
    .selectFrom('session')
    .selectAll()
    .where('customer_id', '=', customerId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(size)
    .execute();
  const now = clock.now();
  return rows.map((row) => {
    // A session without an end time ended when it expired.
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

/** @throws AppError NOT_FOUND if the session isn't the customer's, or was ended */
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

const maxFailures = 20;

/**
 * Lists the account's security log with failed attempts, newest first. Operators appear as "Operations". Failed
 * attempts have a separate limit, so that they can't displace other entries.
 */
export async function listSecurityLog(db: Db, customerId: string) {
  const rows = db
    .selectFrom('audit_log')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc');
  const entries = await rows
    // Feedback and verification documents do not concern the security of the account.
    .where('act', 'not like', 'feedback %')
    .where('act', 'not like', 'verification %')
    .where('act', 'not in', failedActs)
    .limit(maxEntries)
    .execute();
  const failures = await rows.where('act', 'in', failedActs).limit(maxFailures).execute();
  // Attempts in windows that have not ended are not in the audit log yet.
  const open = await db.selectFrom('access_failure').selectAll().where('customer_id', '=', customerId).execute();
  return [
    ...entries.map(({ at, act, actor, details }) => ({ at, act, actor, ...placeOf(details) })),
    ...failures.map(({ at, act, actor, details: { count, factor, until, ...details } }) => ({
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

const factorOf = (text: string | undefined) => {
  const factor = memberOf(factors, text);
  return factor ? { factor } : {};
};
