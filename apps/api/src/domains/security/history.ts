import type { Caller } from '../../http/contract.ts';
import { Failure } from '../../http/failure.ts';
import type { Services } from '../services.ts';

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

/** @throws Failure NOT_FOUND where it is not the customer's, or over */
export async function endOwnSession({ db, clock }: Services, { customerId }: Caller, id: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ ended_at: clock.now(), end_reason: 'ended by customer' })
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Failure('NOT_FOUND');
}

/** What was done to the account, newest first; an operator is a desk here, whoever it was. */
export async function listLog({ db }: Services, customerId: string) {
  const rows = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('customer_id', '=', customerId)
    // Who read what they wrote to us is for those who ask, not a matter of the account's safety.
    .where('act', 'not like', 'feedback %')
    .orderBy('id', 'desc')
    .limit(atMost)
    .execute();
  return rows.map(({ at, act, actor, details }) => ({
    at: at.toISOString(),
    act,
    actor,
    ...(details['agent'] !== undefined && { device: details['agent'] }),
    ...(details['network'] !== undefined && { location: details['network'] }),
  }));
}
