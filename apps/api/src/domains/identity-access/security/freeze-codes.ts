import type { Clock } from '@wusd/server-kit/clock';
import type { Db, Trx } from '../../../platform/database/database.ts';
import { createSpokenCode, normalSpokenCode } from '../../../platform/security/spoken-codes.ts';
import { hashToken } from '../../../platform/security/tokens.ts';

const lifetimeMs = 7 * 24 * 60 * 60_000;
/** Issues a single-use code that lets the recipient of a security notice freeze the account. */
export async function issueFreezeCode(trx: Trx, clock: Clock, customerId: string): Promise<string> {
  const code = createSpokenCode(3);
  await trx
    .insertInto('freeze_code')
    .values({
      hash: hashToken(normalSpokenCode(code)),
      customer_id: customerId,
      expires_at: new Date(clock.now().getTime() + lifetimeMs),
    })
    .execute();
  return code;
}

/**
 * Consumes a code.
 * @returns the id of the customer whose account the code freezes; undefined if the code is unknown, expired or used
 */
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

/**
 * Finds the customer whose account a used code froze, as long as the account stays frozen. A customer whose response
 * was lost sends the code again.
 *
 * @returns undefined if the account was unfrozen since, or the code was not used
 */
export async function holderOfSpentFreezeCode(trx: Trx | Db, code: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('freeze_code')
    .innerJoin('account_freeze as open', 'open.customer_id', 'freeze_code.customer_id')
    .select('freeze_code.customer_id')
    .where('hash', '=', hashToken(normalSpokenCode(code)))
    .where('used_at', 'is not', null)
    .where('open.lifted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('account_freeze as lifted')
            .select('lifted.reference')
            .whereRef('lifted.customer_id', '=', 'freeze_code.customer_id')
            .whereRef('lifted.lifted_at', '>=', 'freeze_code.used_at'),
        ),
      ),
    )
    .executeTakeFirst();
  return row?.customer_id;
}
