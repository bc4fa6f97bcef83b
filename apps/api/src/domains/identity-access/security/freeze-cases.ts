import type { Clock } from '@wusd/server-kit/clock';
import type { Db, Trx } from '../../../platform/database/database.ts';
import { createSpokenCode } from '../../../platform/security/spoken-codes.ts';

/** A freeze of an account, with the reference that the customer quotes to support. */
export interface FreezeCase {
  /** E.g. `FRZ-7H4K-2MPQ-9XWB`. */
  reference: string;
  frozenAt: Date;
}

const prefix = 'FRZ';

export const isFreezeReference = (text: string): boolean => text.trim().toUpperCase().startsWith(`${prefix}-`);

/** Opens the case of an account that was just frozen. The caller has locked the customer's row. */
export async function openFreezeCase(trx: Trx, clock: Clock, customerId: string): Promise<FreezeCase> {
  const reference = `${prefix}-${createSpokenCode(3)}`;
  const frozenAt = clock.now();
  await trx.insertInto('account_freeze').values({ customer_id: customerId, reference, frozen_at: frozenAt }).execute();
  return { reference, frozenAt };
}

/** Finds the case of a frozen account; undefined if the account is not frozen. */
export async function findFreezeCase(db: Db | Trx, customerId: string): Promise<FreezeCase | undefined> {
  const row = await db
    .selectFrom('account_freeze')
    .select(['reference', 'frozen_at'])
    .where('customer_id', '=', customerId)
    .where('lifted_at', 'is', null)
    .executeTakeFirst();
  return row && { reference: row.reference, frozenAt: row.frozen_at };
}

/** Closes the case of an account that was unfrozen. */
export async function liftFreezeCase(trx: Trx, clock: Clock, customerId: string): Promise<void> {
  await trx
    .updateTable('account_freeze')
    .set({ lifted_at: clock.now() })
    .where('customer_id', '=', customerId)
    .where('lifted_at', 'is', null)
    .execute();
}

/** Finds the customer of a case reference, open or lifted. The reference is not case-sensitive. */
export async function customerOfFreeze(db: Db, reference: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('account_freeze')
    .select('customer_id')
    .where('reference', '=', reference.trim().toUpperCase())
    .executeTakeFirst();
  return row?.customer_id;
}
