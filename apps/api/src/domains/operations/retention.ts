import { deleteOldExports } from '../history/export-jobs.ts';
import { deleteExpiredQuotes } from '../exchange/otc/quotes.ts';
import type { Services } from '../services.ts';
import { refreshGraceMs } from '../identity-access/auth/sessions.ts';

const dayMs = 24 * 60 * 60_000;

/**
 * Deletes what has served: sealed successors once their grace is over, and a day after their end tokens, codes, challenges
 * and counters. Sessions stay: they are the customer's own history.
 */
export async function deleteExpiredRows({ db, clock }: Services): Promise<void> {
  const now = clock.now().getTime();
  const yesterday = new Date(now - dayMs);
  await db
    .updateTable('refresh_token')
    .set({ successor_sealed: null })
    .where('rotated_at', '<', new Date(now - refreshGraceMs))
    .where('successor_sealed', 'is not', null)
    .execute();
  await db.deleteFrom('access_token').where('expires_at', '<', yesterday).execute();
  await db.deleteFrom('one_time_code').where('expires_at', '<', yesterday).execute();
  await db
    .deleteFrom('challenge')
    .where('expires_at', '<', yesterday)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('one_time_code as code')
            .select('challenge_id')
            .whereRef('code.owner', '=', 'challenge.owner')
            .whereRef('challenge_id', '=', 'challenge.id'),
        ),
      ),
    )
    .execute();
  await db.deleteFrom('password_reset').where('expires_at', '<', yesterday).execute();
  // Longer: an old link is to say that it is over, not that it never was.
  await db
    .deleteFrom('activation')
    .where('expires_at', '<', new Date(now - 90 * dayMs))
    .execute();
  await deleteExpiredQuotes(db, yesterday);
  await deleteOldExports(db, yesterday);
  // Of rows that are gone, or moved on by other hands.
  await db.deleteFrom('job_failure').where('dead_at', 'is', null).where('last_failed_at', '<', yesterday).execute();
  await db.deleteFrom('login_failure').where('last_at', '<', yesterday).execute();
  // Strangers name addresses without an account too: a count that nobody adds to does not stay for ever.
  const idle = new Date(now - 90 * dayMs);
  await db.deleteFrom('factor_failure').where('last_at', '<', idle).execute();
  await db.deleteFrom('known_device').where('last_used_at', '<', idle).execute();
  await db.deleteFrom('throttle').where('window_start', '<', yesterday).execute();
}
