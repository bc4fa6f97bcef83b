import type { Clock } from '../../../platform/clock.ts';
import type { Db, Trx } from '../../../platform/database/database.ts';
import { createToken, hashToken } from '../../../platform/security/tokens.ts';

export const linkLifetimeHours = 24;

/** A key that activates this account; an older one is worthless from then on. What is kept is its hash. */
export async function issueLink(trx: Trx, clock: Clock, customerId: string): Promise<string> {
  const key = createToken('wak');
  const row = { hash: hashToken(key), expires_at: new Date(clock.now().getTime() + linkLifetimeHours * 60 * 60_000) };
  await trx
    .insertInto('activation')
    .values({ customer_id: customerId, ...row })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(row))
    .execute();
  return key;
}

/** Whose account a key activates, and until when. */
export async function findLink(db: Db, key: string): Promise<{ customerId: string; expiresAt: Date } | undefined> {
  return db
    .selectFrom('activation')
    .select(['customer_id as customerId', 'expires_at as expiresAt'])
    .where('hash', '=', hashToken(key))
    .executeTakeFirst();
}

export async function deleteLink(trx: Trx, customerId: string): Promise<void> {
  await trx.deleteFrom('activation').where('customer_id', '=', customerId).execute();
}
