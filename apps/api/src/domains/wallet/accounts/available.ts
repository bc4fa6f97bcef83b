import { decimalsOf } from '@wusd/api-sdk/domain';
import { fromMinor } from '@wusd/api-sdk/money';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/database/database.ts';
import { scaleOf } from '@wusd/server-kit/registry/currencies';

/** A customer's account in one currency. */
export interface Wallet {
  id: string;
  customerId: string;
  currency: string;
  /** Id of the wallet's ledger account. */
  accountId: string;
  /** The available amount, see {@link availableOf}. */
  available: string;
}

/** Reads the wallets of several customers in several currencies. */
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
    available: availableFrom(currency, BigInt(posted) - BigInt(held)),
  }));
}

/**
 * Returns the amount that a customer can spend in one currency, rounded down to the displayed decimals. The row is not
 * locked, because placing a hold checks the balance again.
 */
export async function availableOf(db: Db | Trx, customerId: string, currency: string): Promise<string> {
  const { posted, held } = await db
    .selectFrom('wallet_account as wallet')
    .innerJoin('account', 'account.id', 'wallet.account_id')
    .select(['account.posted', 'account.held'])
    .where('wallet.customer_id', '=', customerId)
    .where('wallet.currency', '=', currency)
    .executeTakeFirstOrThrow();
  return availableFrom(currency, BigInt(posted) - BigInt(held));
}

function availableFrom(currency: string, minor: bigint): string {
  const [scale, decimals] = [scaleOf(currency), decimalsOf(currency)];
  return fromMinor(minor / 10n ** BigInt(scale - decimals), decimals);
}
