import { currencies, kindOf } from '@wusd/api-sdk/domain';
import { compare, fromMinor } from '@wusd/api-sdk/money';
import type { WalletAccount } from '@wusd/api-sdk';
import { sql } from 'kysely';
import type { Handlers } from '../../http/contract.ts';
import { Failure } from '../../http/failure.ts';
import { ledgerScale } from '../../ledger/ledger.ts';
import type { Services } from '../services.ts';

/** On its way in: seen or declared, not yet credited. */
const incoming = ['processing', 'to be confirmed'];

export function walletAccountHandlers({ db }: Services): Handlers {
  async function balances(customerId: string): Promise<WalletAccount[]> {
    const rows = await db
      .selectFrom('wallet_account as wallet')
      .innerJoin('account', 'account.id', 'wallet.account_id')
      .select(['wallet.id', 'wallet.currency', 'wallet.updated_at', 'account.posted', 'account.held'])
      .select(
        sql<string>`
          coalesce((select sum(amount) from crypto_transaction t where t.customer_id = ${customerId} and t.wallet_id = wallet.id and t.direction = 'deposit' and t.status = any(${incoming})), 0)
          + coalesce((select sum(amount) from fiat_transaction t where t.customer_id = ${customerId} and t.wallet_id = wallet.id and t.direction = 'deposit' and t.status = any(${incoming})), 0)
        `.as('pending'),
      )
      .where('wallet.customer_id', '=', customerId)
      .execute();
    const accounts = rows.map((row): WalletAccount => {
      const scale = ledgerScale[row.currency] ?? 0;
      return {
        id: row.id,
        currency: row.currency as WalletAccount['currency'],
        available: fromMinor(BigInt(row.posted) - BigInt(row.held), scale),
        held: fromMinor(BigInt(row.held), scale),
        pending: fromMinor(BigInt(row.pending), scale),
        updatedAt: row.updated_at.toISOString(),
      };
    });
    return accounts.toSorted((a, b) => currencies.indexOf(a.currency) - currencies.indexOf(b.currency));
  }

  return {
    listWalletAccounts: ({ caller }) => balances(caller.customerId),

    async searchWalletAccounts({ caller, body: { filter = {}, size = 20, cursor } }) {
      const after = cursor === undefined ? undefined : readCursor(cursor);
      const matching = (await balances(caller.customerId))
        .filter(({ currency }) => filter.currency === undefined || currency === filter.currency)
        .filter(({ currency }) => filter.kind === undefined || kindOf(currency) === filter.kind)
        .filter(({ available }) => filter.minAvailable === undefined || compare(available, filter.minAvailable) >= 0)
        .filter(({ currency }) => after === undefined || currencies.indexOf(currency) > after);
      const items = matching.slice(0, size);
      const hasMore = matching.length > size;
      const last = items.at(-1);
      return { items, hasMore, nextCursor: hasMore && last ? Buffer.from(last.currency).toString('base64url') : null };
    },
  };
}

/** A cursor is the last currency of the page before. */
function readCursor(cursor: string): number {
  const index = (currencies as readonly string[]).indexOf(Buffer.from(cursor, 'base64url').toString());
  if (index === -1) throw new Failure('INVALID_REQUEST', { field: '/body/cursor', reasonCode: 'unknown-cursor' });
  return index;
}
