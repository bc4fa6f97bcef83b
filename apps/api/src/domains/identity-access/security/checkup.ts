import { sql } from 'kysely';
import type { Caller } from '../../../platform/contract/operations.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Vault } from '../../../platform/security/vault.ts';
import { findCustomer } from '../../../commands/customers.ts';

/** Reads the security checks that a customer has completed, in addition to the factors of the profile. */
export async function readCheckup(db: Db, vault: Vault, customerId: string) {
  const row = await db
    .selectFrom('security_checkup')
    .selectAll()
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  const customer = await findCustomer(db, vault, customerId);
  const reviewedUntil = row?.sign_ins_reviewed_until ?? undefined;
  return {
    ...(customer?.totpSecret !== undefined && {
      recoveryCodes: {
        left: await countRecoveryCodes(db, customerId),
        ...(row?.recovery_codes_created_at && { createdAt: row.recovery_codes_created_at.toISOString() }),
        ...(row?.recovery_codes_saved_at && { savedAt: row.recovery_codes_saved_at.toISOString() }),
      },
    }),
    ...(reviewedUntil && { signInsReviewedUntil: reviewedUntil.toISOString() }),
    hasNewDevice: !reviewedUntil || (await hasNewDevice(db, customerId, reviewedUntil)),
  };
}

async function countRecoveryCodes(db: Db, customerId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<string>().as('left'))
    .where('customer_id', '=', customerId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(left);
}

/** Whether a device has signed in for the first time after a given time. */
async function hasNewDevice(db: Db, customerId: string, reviewedUntil: Date): Promise<boolean> {
  const row = await db
    .selectFrom('session as newer')
    .select('newer.id')
    .where('newer.customer_id', '=', customerId)
    .where('newer.created_at', '>', reviewedUntil)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('session as older')
            .select('older.id')
            .where('older.customer_id', '=', customerId)
            .where('older.created_at', '<=', reviewedUntil)
            .whereRef('older.device', '=', 'newer.device'),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Records that the customer recognises every sign-in up to the calling session. That session is the newest in the list,
 * because a later sign-in would have ended it.
 */
export async function reviewSignIns(db: Db, { customerId, sessionId }: Caller): Promise<void> {
  const { created_at: until } = await db
    .selectFrom('session')
    .select('created_at')
    .where('customer_id', '=', customerId)
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('security_checkup')
    .values({ customer_id: customerId, sign_ins_reviewed_until: until })
    .onConflict((conflict) =>
      conflict.column('customer_id').doUpdateSet({
        // A call from an older session may be processed later.
        sign_ins_reviewed_until: sql<Date>`greatest(security_checkup.sign_ins_reviewed_until, excluded.sign_ins_reviewed_until)`,
      }),
    )
    .execute();
}
