import { sql } from 'kysely';
import { AppError } from '../platform/errors/app-error.ts';
import { fulfillAll, createBatcher } from '../platform/batcher.ts';
import type { PlatformServices } from '../platform/services.ts';

/** Longer than a captcha's verification and the transaction after it; an intent whose node died is free again afterwards. */
const leaseMs = 30_000;
/** When a repeat that was refused should come back. */
const retryAfterMs = 1000;

/** Lets one call at a time, on whichever node, execute an intent. */
export interface IntentLeases {
  /**
   * Runs `work` while no other call executes the intent, and lets others have it where `work` fails.
   *
   * @param findAnswer reads what the intent was answered with, if it was executed meanwhile
   * @throws AppError INTENT_IN_PROGRESS while another call executes it; whatever `work` throws
   */
  run(intentId: string, findAnswer: () => Promise<unknown>, work: () => Promise<unknown>): Promise<unknown>;
}

export function createIntentLeases({ db, clock, log }: Pick<PlatformServices, 'db' | 'clock' | 'log'>): IntentLeases {
  const acquire = createBatcher({
    async execute(ids: string[]) {
      const now = clock.now();
      const until = new Date(now.getTime() + leaseMs);
      // The intent itself is committed with its execution: a lease that is lost in a crash may be taken again.
      const { rows } = await sql<{ id: string }>`
        with free as (
          select id from challenge, set_config('synchronous_commit', 'off', true)
          where id = any(${ids}) and answer_sealed is null and (executing_until is null or executing_until <= ${now})
          for no key update of challenge skip locked
        )
        update challenge set executing_until = ${until} from free where challenge.id = free.id returning challenge.id
      `.execute(db);
      const acquired = new Set(rows.map(({ id }) => id));
      return fulfillAll(ids.map((id) => (acquired.has(id) ? until : undefined)));
    },
    maxBatchSize: 100,
    concurrency: 2,
    keyOf: (id) => id,
  });

  /** Leases whose release failed, by intent, with the end of the lease. The release is repeated each second: a repeat may ask another node. */
  const unreleased = new Map<string, Date>();

  /** Does not release a newer lease that another call has on the intent. `until` identifies the lease. */
  async function release(id: string, until: Date): Promise<void> {
    try {
      await db
        .updateTable('challenge')
        .set({ executing_until: null })
        .where('id', '=', id)
        .where('executing_until', '=', until)
        .where('answer_sealed', 'is', null)
        .execute();
      unreleased.delete(id);
    } catch (error) {
      if (!unreleased.has(id)) log.warn({ err: error, intentId: id }, 'the lease of an intent could not be released');
      if (until <= clock.now()) unreleased.delete(id);
      else {
        unreleased.set(id, until);
        setTimeout(() => void releaseAgain(id), retryAfterMs).unref();
      }
    }
  }

  async function releaseAgain(id: string): Promise<void> {
    const until = unreleased.get(id);
    if (until) await release(id, until);
  }

  return {
    async run(intentId, findAnswer, work) {
      await releaseAgain(intentId);
      const until = await acquire(intentId);
      if (until === undefined) {
        const answer = await findAnswer();
        if (answer !== undefined) return answer;
        const availableAt = new Date(clock.now().getTime() + retryAfterMs).toISOString();
        throw new AppError('INTENT_IN_PROGRESS', { availableAt });
      }
      try {
        return await work();
      } catch (error) {
        await release(intentId, until);
        throw error;
      }
    },
  };
}
