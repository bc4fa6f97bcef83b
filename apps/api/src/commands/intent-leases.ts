import { sql } from 'kysely';
import { AppError } from '../platform/errors/app-error.ts';
import { fulfillAll, createBatcher } from '../platform/batcher.ts';
import type { PlatformServices } from '../platform/services.ts';

/**
 * Longer than a captcha verification plus the transaction after it. The intent of a crashed node becomes free after
 * this time.
 */
const leaseMs = 30_000;
/** Delay after which a client may repeat a rejected call. */
const retryAfterMs = 1000;

/** Ensures that only one call on all nodes executes an intent at a time. */
export interface IntentLeases {
  /**
   * Runs `work` while no other call executes the intent. Releases the intent if `work` fails.
   *
   * @param findAnswer returns the intent's answer, if another call has executed it
   * @throws AppError INTENT_IN_PROGRESS while another call executes the intent; also every error of `work`
   */
  run(intentId: string, findAnswer: () => Promise<unknown>, work: () => Promise<unknown>): Promise<unknown>;
}

export function createIntentLeases({ db, clock, log }: Pick<PlatformServices, 'db' | 'clock' | 'log'>): IntentLeases {
  const acquire = createBatcher({
    async execute(ids: string[]) {
      const now = clock.now();
      const until = new Date(now.getTime() + leaseMs);
      // Asynchronous commit is safe: the execution commits the intent itself, so a lease lost in a crash can be
      // acquired again.
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

  /**
   * End of each lease whose release failed, by intent. The release is retried every second, because a repeat may reach
   * another node.
   */
  const unreleased = new Map<string, Date>();

  /** Releases a lease. `until` identifies it, so that a newer lease of another call remains. */
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
