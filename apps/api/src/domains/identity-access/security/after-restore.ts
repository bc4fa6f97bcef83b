import type { Clock } from '@wusd/server-kit/clock';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/database/database.ts';

/** Of an authenticator's code (RFC 6238), in milliseconds. */
const stepMs = 30_000;

/**
 * Ends what a restored database takes for unused or valid although it may have been used or revoked since: sessions with their
 * tokens, challenges with their codes and intents, links to reset a password, and codes of authenticators.
 *
 * @returns how many sessions ended
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
  // By real time, as codes are, and one step further: a code is accepted that early.
  const step = Math.floor(Date.now() / stepMs) + 1;
  await trx
    .updateTable('customer')
    .set({ totp_last_step: sql`greatest(totp_last_step, ${step})` })
    .where('totp_sealed', 'is not', null)
    .execute();
  return { sessions: Number(ended) };
}
