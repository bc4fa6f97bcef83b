import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { backoffMs } from '../../../platform/jobs/backoff.ts';
import { isNotTried } from '../../../platform/errors/gateway-error.ts';
import { everything, type QueueRun } from '../../../platform/jobs/run.ts';
import { readPersonal } from '../../../commands/customers.ts';
import type { Services } from '../../services.ts';
import { decideIdentity } from './identity.ts';

/** How long a check belongs to the node that took it. Longer than the provider may take to answer. */
const leaseMs = 60_000;
/** Between two questions about one check. */
const askAgainMs = 2000;
const longestWaitMs = 15 * 60_000;
const again: Outcome = { waitMs: askAgainMs, attempts: 0 };

/**
 * Hands checks to the provider and asks how they went. A check is taken by moving its due time, in a statement of its own, so
 * that no lock is held while the provider answers; one that is handed in twice carries the same id, and is one check.
 * Without a provider they wait for an operator.
 */
export async function runIdentityChecks(services: Services, run: QueueRun = everything): Promise<void> {
  const { db, clock, gateways } = services;
  const { identity } = gateways;
  if (!identity) return;
  while (!run.isStopping()) {
    const check = await takeOne(db, clock);
    if (!check) return;
    const outcome = await advance(services, check).catch((error: unknown) => failed(run, check, error));
    await db
      .updateTable('identity_check')
      .set({ due_at: new Date(clock.now().getTime() + outcome.waitMs), attempts: outcome.attempts })
      .where('id', '=', check.id)
      .execute();
  }
}

const isNoDeadCheck = sql<boolean>`not exists (
  select from job_failure f where f.queue = 'identity-checks' and f.item = identity_check.id and f.dead_at is not null
)`;

interface DueCheck {
  id: string;
  customerId: string;
  reference: string | null;
  attempts: number;
}

/** When a check is looked at again, and how many attempts in a row have failed. */
interface Outcome {
  waitMs: number;
  attempts: number;
}

async function failed(run: QueueRun, { id, attempts }: DueCheck, error: unknown): Promise<Outcome> {
  if (isNotTried(error)) return { waitMs: askAgainMs, attempts: attempts - 1 };
  await run.failed(id, error, attempts);
  const waitMs = backoffMs(attempts, { firstMs: 2 * askAgainMs, longestMs: longestWaitMs }, Math.random);
  return { waitMs, attempts };
}

async function advance(services: Services, { id, customerId, reference }: DueCheck): Promise<Outcome> {
  const { db, vault, gateways } = services;
  if (!gateways.identity) return again;
  if (reference === null) {
    const { identity } = await readPersonal(db, vault, customerId);
    // Nothing to hand in: an operator decides.
    if (!identity) return { waitMs: longestWaitMs, attempts: 0 };
    const given = await gateways.identity.submit({ id, person: identity });
    await db.updateTable('identity_check').set({ reference: given }).where('id', '=', id).execute();
    return again;
  }
  const decision = await gateways.identity.outcome(reference);
  if (decision) {
    await decideIdentity(services, customerId, decision, { actor: 'system', checkId: id }).catch((error: unknown) => {
      // It came too late.
      if (!(error instanceof AppError && error.errorName === 'MOVE_NOT_ALLOWED')) throw error;
    });
  }
  return again;
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
        .where(isNoDeadCheck)
        .orderBy('due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'customer_id as customerId', 'reference', 'attempts'])
    .executeTakeFirst();
}
