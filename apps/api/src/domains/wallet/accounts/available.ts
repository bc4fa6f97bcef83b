import { decimalsOf } from '@wusd/api-sdk/domain';
import { fromMinor } from '@wusd/api-sdk/money';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/database/database.ts';
import { scaleOf } from '../../../platform/registry/currencies.ts';

/** A customer's account in one currency. */
export interface Wallet {
  id: string;
  customerId: string;
  currency: string;
  /** Ledger account behind it. */
  accountId: string;
  /** As {@link availableOf} says it. */
  available: string;
}

/** Accounts of some customers in some currencies: of each in each. */
export async function walletsOf(
  db: Db | Trx,
  customerIds: readonly string[],
  currencies: readonly string[],
): Promise<Wallet[]> {
  const rows = await db
    .selectFrom('wallet_account as wallet')
    .innerJoin('account', 'account.id', 'wallet.account_id')
    .select([
      'wallet.id',
      'wallet.customer_id',
      'wallet.currency',
      'wallet.account_id',
      'account.posted',
      'account.held',
    ])
    .where('wallet.customer_id', '=', sql<string>`any(${customerIds})`)
    .where('wallet.currency', '=', sql<string>`any(${currencies})`)
    .execute();
  return rows.map(({ id, customer_id: customerId, currency, account_id: accountId, posted, held }) => ({
    id,
    customerId,
    currency,
    accountId,
    available: shownOf(currency, BigInt(posted) - BigInt(held)),
  }));
}

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
  return shownOf(currency, BigInt(posted) - BigInt(held));
}

function shownOf(currency: string, free: bigint): string {
  const [scale, shown] = [scaleOf(currency), decimalsOf(currency)];
  return fromMinor(free / 10n ** BigInt(scale - shown), shown);
}
