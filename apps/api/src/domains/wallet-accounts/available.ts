import { decimalsOf } from '@wusd/api-sdk/domain';
import { fromMinor } from '@wusd/api-sdk/money';
import type { Db, Trx } from '../../database/database.ts';
import { ledgerScale } from '../../ledger/ledger.ts';

/**
 * What a customer can spend of one currency, cut to the decimals that customers send.
 *
 * @param db a transaction holds the account's row to its end, so that what was seen is still there when it is spent
 */
export async function availableOf(db: Db | Trx, customerId: string, currency: string): Promise<string> {
  const { posted, held } = await db
    .selectFrom('wallet_account as wallet')
    .innerJoin('account', 'account.id', 'wallet.account_id')
    .select(['account.posted', 'account.held'])
    .where('wallet.customer_id', '=', customerId)
    .where('wallet.currency', '=', currency)
    .executeTakeFirstOrThrow();
  const [scale, shown] = [ledgerScale[currency] ?? 0, decimalsOf(currency)];
  return fromMinor((BigInt(posted) - BigInt(held)) / 10n ** BigInt(scale - shown), shown);
}
