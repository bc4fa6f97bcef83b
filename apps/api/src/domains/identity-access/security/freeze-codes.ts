import type { Clock } from '../../../platform/clock.ts';
import type { Db, Trx } from '../../../platform/database/database.ts';
import { createSpokenCode, normalSpokenCode } from '../../../platform/security/spoken-codes.ts';
import { hashToken } from '../../../platform/security/tokens.ts';

const lifeMs = 7 * 24 * 60 * 60_000;
/** A code with which whoever has the notice can freeze the account, once. */
export async function issueFreezeCode(trx: Trx, clock: Clock, customerId: string): Promise<string> {
  const code = createSpokenCode(3);
  await trx
    .insertInto('freeze_code')
    .values({
      hash: hashToken(normalSpokenCode(code)),
      customer_id: customerId,
      expires_at: new Date(clock.now().getTime() + lifeMs),
    })
    .execute();
  return code;
}

/** Uses a code up. @returns whose account it freezes; undefined where it is unknown, used or over */
export async function consumeFreezeCode(trx: Trx | Db, clock: Clock, code: string): Promise<string | undefined> {
  const row = await trx
    .updateTable('freeze_code')
    .set({ used_at: clock.now() })
    .where('hash', '=', hashToken(normalSpokenCode(code)))
    .where('used_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .returning('customer_id')
    .executeTakeFirst();
  return row?.customer_id;
}
