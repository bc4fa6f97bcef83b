import type { Clock } from '@wusd/server-kit/clock';
import type { Db, Trx } from '../../../platform/database/database.ts';
import { createToken, hashToken } from '../../../platform/security/tokens.ts';

const lifetimeMs = 10 * 60_000;

/** Issues a single-use token that sets this customer's password. */
export async function issueResetToken(
  trx: Trx,
  clock: Clock,
  customerId: string,
): Promise<{ resetToken: string; expiresAt: Date }> {
  const resetToken = createToken('wpr');
  const expiresAt = new Date(clock.now().getTime() + lifetimeMs);
  await trx
    .insertInto('password_reset')
    .values({ hash: hashToken(resetToken), customer_id: customerId, expires_at: expiresAt })
    .execute();
  return { resetToken, expiresAt };
}

/** Finds the customer whose password an unused, unexpired token sets. */
export async function findCustomerByResetToken(db: Db, clock: Clock, resetToken: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('password_reset')
    .select('customer_id')
    .where('hash', '=', hashToken(resetToken))
    .where('used_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst();
  return row?.customer_id;
}

/** @returns false if the token was used before */
export async function consumeResetToken(trx: Trx, clock: Clock, resetToken: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('password_reset')
    .set({ used_at: clock.now() })
    .where('hash', '=', hashToken(resetToken))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
