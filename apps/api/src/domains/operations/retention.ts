import { deleteOldExports } from '../history/export-jobs.ts';
import { deleteOldDocuments } from '../identity-access/verification/stored.ts';
import { deleteExpiredQuotes } from '../exchange/otc/quotes.ts';
import { deleteOldNotifications, keptMs } from '../notifications/notifications.ts';
import type { Services } from '../services.ts';
import { deleteExpiredRegistrations } from '../identity-access/registration/registrations.ts';
import { refreshGraceMs } from '../identity-access/auth/sessions.ts';

const dayMs = 24 * 60 * 60_000;

/**
 * Deletes rows that are no longer needed: successors of refresh tokens after their grace period; tokens, codes,
 * challenges, quotes, exports, counters and registration data one day after they expire; idle devices, factor failures,
 * replaced files and documents never submitted after 90 days; notifications after one year. Sessions are stored
 * permanently as the customer's sign-in history.
 */
export async function deleteExpiredRows({ db, clock, vault }: Services): Promise<void> {
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
  await deleteExpiredRegistrations(db, clock);
  await deleteOldDocuments({ db, clock, vault }, new Date(now - 90 * dayMs));
  await deleteExpiredQuotes(db, yesterday);
  await deleteOldExports(db, yesterday);
  // Failures of rows that were deleted or processed in another way.
  await db.deleteFrom('job_failure').where('dead_at', 'is', null).where('last_failed_at', '<', yesterday).execute();
  await db.deleteFrom('login_failure').where('last_at', '<', yesterday).execute();
  // Anybody can enter addresses without an account, so idle counters are deleted too.
  const idle = new Date(now - 90 * dayMs);
  await db.deleteFrom('factor_failure').where('last_at', '<', idle).execute();
  await db.deleteFrom('known_device').where('last_used_at', '<', idle).execute();
  await deleteOldNotifications(db, new Date(now - keptMs));
  await db.deleteFrom('throttle').where('window_start', '<', yesterday).execute();
}
