import type { Clock } from '@wusd/server-kit/clock';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/database/database.ts';

/** Time step of an authenticator code (RFC 6238). */
const stepMs = 30_000;

/**
 * Revokes everything that a restored database considers unused or valid, although it may have been used or revoked
 * after the backup: sessions and tokens, challenges with codes and intents, password reset links, and authenticator
 * codes.
 *
 * @returns the number of ended sessions
 */
export async function revokeRestored(trx: Trx, clock: Clock): Promise<{ sessions: number }> {
  const now = clock.now();
  const { numUpdatedRows: ended } = await trx
    .updateTable('session')
    .set({ ended_at: now, end_reason: 'database restored' })
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  await trx.updateTable('challenge').set({ expires_at: now }).where('expires_at', '>', now).execute();
  await trx.updateTable('password_reset').set({ used_at: now }).where('used_at', 'is', null).execute();
  await trx.deleteFrom('authenticator_setup').execute();
  await trx.deleteFrom('passkey_setup').execute();
  // Codes follow the system clock. One more step is skipped, because a code is accepted one step early.
  const step = Math.floor(Date.now() / stepMs) + 1;
  await trx
    .updateTable('customer')
    .set({ totp_last_step: sql`greatest(totp_last_step, ${step})` })
    .where('totp_sealed', 'is not', null)
    .execute();
  return { sessions: Number(ended) };
}
