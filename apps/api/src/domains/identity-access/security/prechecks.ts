import type { Clock } from '@wusd/server-kit/clock';
import type { Db, Trx } from '../../../platform/database/database.ts';
import type { Caller } from '../../../platform/contract/operations.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { createId } from '../../../platform/ids.ts';

const lifetimeMs = 10 * 60_000;

/** Records that the current factors were verified. The precheck is valid once, for this session and this change. */
export async function issuePrecheck(
  trx: Trx,
  clock: Clock,
  { customerId, sessionId }: Caller,
  change: 'phone' | 'email',
): Promise<{ precheckId: string; expiresAt: string }> {
  const id = createId('pre', clock);
  const expiresAt = new Date(clock.now().getTime() + lifetimeMs);
  await trx
    .insertInto('precheck')
    .values({ id, customer_id: customerId, session_id: sessionId, change, expires_at: expiresAt })
    .execute();
  return { precheckId: id, expiresAt: expiresAt.toISOString() };
}

/** @throws AppError PRECHECK_INVALID */
export async function assertPrecheck(
  db: Db | Trx,
  clock: Clock,
  { customerId, sessionId }: Caller,
  change: 'phone' | 'email',
  id: string | undefined,
): Promise<void> {
  const row = await db
    .selectFrom('precheck')
    .select('id')
    .where('id', '=', id ?? '')
    .where('customer_id', '=', customerId)
    .where('session_id', '=', sessionId)
    .where('change', '=', change)
    .where('used_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst();
  if (!row) throw new AppError('PRECHECK_INVALID');
}

/** @throws AppError PRECHECK_INVALID also if the precheck was used before */
export async function consumePrecheck(
  trx: Trx,
  clock: Clock,
  caller: Caller,
  change: 'phone' | 'email',
  id: string | undefined,
): Promise<void> {
  await assertPrecheck(trx, clock, caller, change, id);
  const { numUpdatedRows } = await trx
    .updateTable('precheck')
    .set({ used_at: clock.now() })
    .where('id', '=', id ?? '')
    .where('used_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError('PRECHECK_INVALID');
}
