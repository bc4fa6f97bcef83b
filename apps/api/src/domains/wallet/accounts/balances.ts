import type { WalletAccount } from '@wusd/api-sdk';
import { currencies } from '@wusd/api-sdk/domain';
import { fromMinor } from '@wusd/api-sdk/money';
import { sql } from 'kysely';
import { currencyOf, scaleOf } from '@wusd/server-kit/registry/currencies';
import type { Services } from '../../services.ts';

/** Statuses of deposits that are detected or declared, but not yet credited. */
const incomingStatuses = ['processing', 'to be confirmed'];

/** Reads a customer's wallet accounts with their ledger balances, in the contract's order of currencies. One query. */
export async function readBalances({ db }: Pick<Services, 'db'>, customerId: string): Promise<WalletAccount[]> {
  const rows = await db
    .selectFrom('wallet_account as wallet')
    .innerJoin('account', 'account.id', 'wallet.account_id')
    .select(['wallet.id', 'wallet.currency', 'wallet.updated_at', 'account.posted', 'account.held'])
    .select(
      sql<string>`
        coalesce((select sum(amount) from crypto_transaction t where t.customer_id = ${customerId} and t.wallet_id = wallet.id and t.direction = 'deposit' and t.status = any(${incomingStatuses})), 0)
        + coalesce((select sum(amount) from fiat_transaction t where t.customer_id = ${customerId} and t.wallet_id = wallet.id and t.direction = 'deposit' and t.status = any(${incomingStatuses})), 0)
      `.as('pending'),
    )
    .where('wallet.customer_id', '=', customerId)
    .execute();
  const accounts = rows.map((row): WalletAccount => {
    const scale = scaleOf(row.currency);
    return {
      id: row.id,
      currency: currencyOf(row.currency),
      available: fromMinor(BigInt(row.posted) - BigInt(row.held), scale),
      held: fromMinor(BigInt(row.held), scale),
      pending: fromMinor(BigInt(row.pending), scale),
      updatedAt: row.updated_at.toISOString(),
    };
  });
  return accounts.toSorted((a, b) => currencies.indexOf(a.currency) - currencies.indexOf(b.currency));
}
