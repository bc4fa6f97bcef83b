import type { Db } from '../../database/database.ts';
import type { Clock } from '../../clock.ts';
import { Failure } from '../../http/failure.ts';
import { readPersonal } from '../customers/customers.ts';
import type { Services } from '../services.ts';
import { decideIdentity } from './identity.ts';

/** How long a check belongs to the node that took it. Longer than the provider may take to answer. */
const leaseMs = 60_000;
/** Between two questions about one check. */
const askAgainMs = 2000;
const longestWaitMs = 15 * 60_000;

/**
 * Hands checks to the provider and asks how they went. A check is taken by moving its due time, in a statement of its own, so
 * that no lock is held while the provider answers; one that is handed in twice carries the same id, and is one check.
 * Without a provider they wait for an operator.
 */
export async function runIdentityChecks(services: Services): Promise<void> {
  const { db, clock, outside } = services;
  const { identity } = outside;
  if (!identity) return;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one at a time
    const check = await takeOne(db, clock);
    if (!check) return;
    // oxlint-disable-next-line no-await-in-loop -- a provider that fails is asked again, ever more rarely
    const wait = await advance(services, check).catch(() => Math.min(longestWaitMs, askAgainMs * 2 ** check.attempts));
    // oxlint-disable-next-line no-await-in-loop
    await db
      .updateTable('identity_check')
      .set({ due_at: new Date(clock.now().getTime() + wait) })
      .where('id', '=', check.id)
      .execute();
  }
}

interface DueCheck {
  id: string;
  customerId: string;
  reference: string | null;
  attempts: number;
}

/** @returns milliseconds until it is looked at again */
async function advance(services: Services, { id, customerId, reference }: DueCheck): Promise<number> {
  const { db, vault, outside } = services;
  if (!outside.identity) return askAgainMs;
  if (reference === null) {
    const { identity } = await readPersonal(db, vault, customerId);
    // Nothing to hand in: an operator decides.
    if (!identity) return longestWaitMs;
    const given = await outside.identity.submit({ id, person: identity });
    await db.updateTable('identity_check').set({ reference: given, attempts: 0 }).where('id', '=', id).execute();
    return askAgainMs;
  }
  const decision = await outside.identity.outcome(reference);
  await db.updateTable('identity_check').set({ attempts: 0 }).where('id', '=', id).execute();
  if (decision) {
    await decideIdentity(services, customerId, decision, { actor: 'system', checkId: id }).catch((error: unknown) => {
      // It came too late.
      if (!(error instanceof Failure && error.errorName === 'MOVE_NOT_ALLOWED')) throw error;
    });
  }
  return askAgainMs;
}

function takeOne(db: Db, clock: Clock): Promise<DueCheck | undefined> {
  const now = clock.now();
  return db
    .updateTable('identity_check')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), due_at: new Date(now.getTime() + leaseMs) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('identity_check')
        .select('id')
        .where('ended_at', 'is', null)
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'customer_id as customerId', 'reference', 'attempts'])
    .executeTakeFirst();
}
