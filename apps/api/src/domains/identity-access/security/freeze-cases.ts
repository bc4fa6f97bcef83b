import type { Clock } from '@wusd/server-kit/clock';
import type { Db, Trx } from '../../../platform/database/database.ts';
import { createSpokenCode } from '../../../platform/security/spoken-codes.ts';

/** A freeze, as its customer quotes it to support. */
export interface FreezeCase {
  /** E.g. `FRZ-7H4K-2MPQ-9XWB`. */
  reference: string;
  frozenAt: Date;
}

const prefix = 'FRZ';

export const isFreezeReference = (text: string): boolean => text.trim().toUpperCase().startsWith(`${prefix}-`);

/** Opens the case of an account that is frozen now. Its customer's row is locked. */
export async function openFreezeCase(trx: Trx, clock: Clock, customerId: string): Promise<FreezeCase> {
  const reference = `${prefix}-${createSpokenCode(3)}`;
  const frozenAt = clock.now();
  await trx.insertInto('account_freeze').values({ customer_id: customerId, reference, frozen_at: frozenAt }).execute();
  return { reference, frozenAt };
}

/** The case of a frozen account; undefined for another. */
export async function findFreezeCase(db: Db | Trx, customerId: string): Promise<FreezeCase | undefined> {
  const row = await db
    .selectFrom('account_freeze')
    .select(['reference', 'frozen_at'])
    .where('customer_id', '=', customerId)
    .where('lifted_at', 'is', null)
    .executeTakeFirst();
  return row && { reference: row.reference, frozenAt: row.frozen_at };
}

/** Closes the case of an account that is unfrozen. */
export async function liftFreezeCase(trx: Trx, clock: Clock, customerId: string): Promise<void> {
  await trx
    .updateTable('account_freeze')
    .set({ lifted_at: clock.now() })
    .where('customer_id', '=', customerId)
    .where('lifted_at', 'is', null)
    .execute();
}

/** Whose case has this reference, open or lifted. It may be typed in lower case. */
export async function customerOfFreeze(db: Db, reference: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('account_freeze')
    .select('customer_id')
    .where('reference', '=', reference.trim().toUpperCase())
    .executeTakeFirst();
  return row?.customer_id;
}
