import type { Clock } from '../../../platform/clock.ts';
import type { Db, Trx } from '../../../platform/database/database.ts';
import { createToken, hashToken } from '../../../platform/security/tokens.ts';

const lifeMs = 10 * 60_000;

/** A token with which this customer's password can be set, once. */
export async function issueResetToken(
  trx: Trx,
  clock: Clock,
  customerId: string,
): Promise<{ resetToken: string; expiresAt: Date }> {
  const resetToken = createToken('wpr');
  const expiresAt = new Date(clock.now().getTime() + lifeMs);
  await trx
    .insertInto('password_reset')
    .values({ hash: hashToken(resetToken), customer_id: customerId, expires_at: expiresAt })
    .execute();
  return { resetToken, expiresAt };
}

/** Whose password a token that still lives is for. */
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

/** False where it was used meanwhile. */
export async function consumeResetToken(trx: Trx, clock: Clock, resetToken: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('password_reset')
    .set({ used_at: clock.now() })
    .where('hash', '=', hashToken(resetToken))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
