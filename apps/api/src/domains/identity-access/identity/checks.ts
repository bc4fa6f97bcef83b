import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { Clock } from '@wusd/server-kit/clock';
import { AppError } from '../../../platform/errors/app-error.ts';
import { backoffMs } from '../../../platform/jobs/backoff.ts';
import { isNotTried } from '../../../platform/errors/gateway-error.ts';
import { everything, type QueueRun } from '../../../platform/jobs/run.ts';
import { readPersonal } from '../../../commands/customers.ts';
import type { Services } from '../../services.ts';
import { decideIdentity } from './identity.ts';

/** Duration of a node's lease on a check. It exceeds the response time of the provider. */
const leaseMs = 60_000;
const pollIntervalMs = 2000;
const maxWaitMs = 15 * 60_000;
const pollAgain: Outcome = { waitMs: pollIntervalMs, attempts: 0 };

/**
 * Submits identity checks to the provider and polls for their outcome. A separate statement leases a check by moving
 * its due time, so that no lock is held while the provider responds. Submitting a check twice is idempotent, because
 * both requests have the same id. Without a provider, an operator decides the checks.
 */
export async function runIdentityChecks(services: Services, run: QueueRun = everything): Promise<void> {
  const { db, clock, gateways } = services;
  const { identity } = gateways;
  if (!identity) return;
  while (!run.isStopping()) {
    const check = await leaseNext(db, clock);
    if (!check) return;
    const outcome = await advance(services, check).catch((error: unknown) => recordFailure(run, check, error));
    await db
      .updateTable('identity_check')
      .set({ due_at: new Date(clock.now().getTime() + outcome.waitMs), attempts: outcome.attempts })
      .where('id', '=', check.id)
      .execute();
  }
}

const isNotDeadLettered = sql<boolean>`not exists (
  select from job_failure f where f.queue = 'identity-checks' and f.item = identity_check.id and f.dead_at is not null
)`;

interface DueCheck {
  id: string;
  customerId: string;
  reference: string | null;
  attempts: number;
}

/** Delay until a check is due again, and the number of consecutive failed attempts. */
interface Outcome {
  waitMs: number;
  attempts: number;
}

async function recordFailure(run: QueueRun, { id, attempts }: DueCheck, error: unknown): Promise<Outcome> {
  if (isNotTried(error)) return { waitMs: pollIntervalMs, attempts: attempts - 1 };
  await run.failed(id, error, attempts);
  const waitMs = backoffMs(attempts, { firstMs: 2 * pollIntervalMs, longestMs: maxWaitMs }, Math.random);
  return { waitMs, attempts };
}

async function advance(services: Services, { id, customerId, reference }: DueCheck): Promise<Outcome> {
  const { db, vault, gateways } = services;
  if (!gateways.identity) return pollAgain;
  if (reference === null) {
    const { identity } = await readPersonal(db, vault, customerId);
    // There is no identity to submit, so an operator decides.
    if (!identity) return { waitMs: maxWaitMs, attempts: 0 };
    const submitted = await gateways.identity.submit({ id, person: identity });
    await db.updateTable('identity_check').set({ reference: submitted }).where('id', '=', id).execute();
    return pollAgain;
  }
  const decision = await gateways.identity.outcome(reference);
  if (decision) {
    await decideIdentity(services, customerId, decision, { actor: 'system', checkId: id }).catch((error: unknown) => {
      // The check was decided or replaced in the meantime.
      if (!(error instanceof AppError && error.errorName === 'MOVE_NOT_ALLOWED')) throw error;
    });
  }
  return pollAgain;
}

function leaseNext(db: Db, clock: Clock): Promise<DueCheck | undefined> {
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
        .where(isNotDeadLettered)
        .orderBy('due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'customer_id as customerId', 'reference', 'attempts'])
    .executeTakeFirst();
}
