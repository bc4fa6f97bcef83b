import type { HistoryEntry } from '@wusd/api-sdk';
import { formatMessage, languageOf } from '@wusd/i18n/server';
import { type RawBuilder, type SelectQueryBuilder, type Simplify, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { Database } from '../../platform/database/types.ts';
import { held as cryptoHeld, isHeld as isCryptoHeld, cryptoTransactionsQuery } from '../transfers/crypto/responses.ts';
import { held as fiatHeld, isHeld as isFiatHeld, fiatTransactionsQuery } from '../transfers/fiat/responses.ts';
import { moneyOf } from '../transfers/core/responses.ts';
import type { Direction } from '../transfers/core/transfer-kind.ts';
import { findQuotes } from '../exchange/otc/quotes.ts';
import { feesOf, money, ordersQuery } from '../exchange/otc/responses.ts';
import { decimalAmountOf } from '../wallet/accounts/transactions.ts';
import { partnerIdOf } from '@wusd/server-kit/registry/banks';
import { networkIdOf } from '@wusd/server-kit/registry/networks';
import { applySearch, type PageRequest, type SearchFilter } from '../transfers/core/search.ts';
import type { Services } from '../services.ts';
import { cryptoCounterparties, fiatCounterparties } from './counterparties.ts';
import type { Position } from './positions.ts';
import { type AmountRange, isOneOf } from './text-matches.ts';

export type Kind = HistoryEntry['kind'];
export type Asset = NonNullable<HistoryEntry['asset']>;

export interface HistoryFilter extends SearchFilter {
  kind?: Kind | undefined;
  /** Selects deposits and withdrawals. */
  asset?: Asset | undefined;
  /** Selects entries on hold. */
  isHeld?: boolean | undefined;
}
/** Matches of the search text, in addition to the start or end of an id, hash, address or reference. */
export interface TextMatches {
  amounts: readonly AmountRange[];
  recipientIds: readonly string[];
}
type SourceFilter = Omit<HistoryFilter, 'kind' | 'asset' | 'orText'> & { matches?: TextMatches | undefined };

/** Services that reading a history needs. */
export type HistoryServices = Pick<Services, 'db' | 'vault'>;

/** The customer whose history is read, the scopes of the caller, and the language of reasons. */
export interface HistoryReader {
  customerId: string;
  scopes: readonly string[];
  language: string | undefined;
  /** Omits counterparties, so that no data is decrypted. */
  omitsCounterparties?: boolean;
}

type SourcePage = Omit<PageRequest, 'after'> & { after: Position | undefined };
/** Entries of one table, read with the table's own indexes. */
export interface Source {
  read(
    services: HistoryServices,
    reader: HistoryReader,
    narrowing: SourceFilter,
    page: SourcePage,
  ): Promise<HistoryEntry[]>;
  count(services: HistoryServices, reader: HistoryReader, narrowing: SourceFilter): Promise<number>;
}

/** @param toEntries converts rows to entries */
function source<Tables extends keyof Database, Row>(
  query: (
    db: Db,
    reader: HistoryReader,
    narrowing: HistoryFilter,
    page: SourcePage,
  ) => SelectQueryBuilder<Database, Tables, Row>,
  match: (reader: HistoryReader, matches: TextMatches) => RawBuilder<boolean>[],
  toEntries: (services: HistoryServices, reader: HistoryReader, rows: Simplify<Row>[]) => Promise<HistoryEntry[]>,
): Source {
  const narrow = (reader: HistoryReader, { matches, ...filter }: SourceFilter): HistoryFilter =>
    matches === undefined ? filter : { ...filter, orText: match(reader, matches) };
  return {
    async read(services, reader, narrowing, page) {
      const rows = await query(services.db, reader, narrow(reader, narrowing), page).execute();
      return rows.length === 0 ? [] : toEntries(services, reader, rows);
    },
    async count({ db }, reader, narrowing) {
      const all = query(db, reader, narrow(reader, narrowing), { after: undefined, sort: 'oldest', limit: 1 });
      const { count } = await all
        .clearSelect()
        .clearOrderBy()
        .clearLimit()
        .select(sql<string>`count(*)`.as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
  };
}

export const transferSources = {
  crypto: (directions: readonly Direction[]): Source =>
    source(
      (db, { customerId }, { isHeld, ...narrowing }, page) =>
        cryptoTransactionsQuery(db, customerId, narrowing, directions, pageOf('ctx', page)).$if(
          isHeld === true,
          (query) => query.where(cryptoHeld),
        ),
      (_reader, { amounts, recipientIds }) => [
        ...(amounts.length > 0 ? [sql<boolean>`(not is_undisclosed and ${isTransferOf(amounts)})`] : []),
        ...(recipientIds.length > 0 ? [sql<boolean>`address_id = any(${recipientIds})`] : []),
      ],
      async (services, { scopes, omitsCounterparties }, rows) => {
        const counterpartyOf = omitsCounterparties ? undefined : await cryptoCounterparties(services, scopes, rows);
        return rows.map((row) => {
          const { id, direction, currency } = row;
          const of = (minor: bigint) => money(currency, decimalAmountOf({ amount: minor.toString(), currency }));
          const [amount, fee] = [BigInt(row.amount), BigInt(row.fee)];
          const counterparty = counterpartyOf?.(row);
          return {
            id,
            kind: direction,
            asset: 'crypto',
            createTime: row.created_at.toISOString(),
            pay: of(amount + fee),
            receive: of(amount),
            ...(fee > 0n && { fee: of(fee) }),
            status: row.status,
            networkId: networkIdOf(row.network_id),
            ...(counterparty && { counterparty }),
            ...(row.hash !== null && { reference: row.hash }),
            isHeld: isCryptoHeld(row),
            ...(row.is_undisclosed && { undisclosed: true }),
          };
        });
      },
    ),
  fiat: (directions: readonly Direction[]): Source =>
    source(
      (db, { customerId }, { isHeld, ...narrowing }, page) =>
        fiatTransactionsQuery(db, customerId, narrowing, directions, pageOf('ftx', page)).$if(
          isHeld === true,
          (query) => query.where(fiatHeld),
        ),
      (_reader, { amounts, recipientIds }) => [
        ...(amounts.length > 0
          ? [isTransferOf(amounts), isOneOf(amounts, sql.ref('currency'), sql.ref('declared'))]
          : []),
        ...(recipientIds.length > 0 ? [sql<boolean>`bank_account_id = any(${recipientIds})`] : []),
      ],
      async (services, { omitsCounterparties }, rows) => {
        const counterpartyOf = omitsCounterparties ? undefined : await fiatCounterparties(services, rows);
        return rows.map((row) => {
          const [amount, fee] = [BigInt(row.amount), BigInt(row.fee)];
          const counterparty = counterpartyOf?.(row);
          const reference = row.end_to_end_id ?? row.statement_line;
          return {
            id: row.id,
            kind: row.direction,
            asset: 'fiat',
            createTime: row.created_at.toISOString(),
            pay: moneyOf(row, row.declared ?? amount + fee),
            receive: moneyOf(row, amount),
            ...(fee > 0n && { fee: moneyOf(row, fee) }),
            status: row.status,
            partnerId: partnerIdOf(row.partner_id),
            ...(counterparty && { counterparty }),
            ...(reference !== null && { reference }),
            isHeld: isFiatHeld(row),
          };
        });
      },
    ),
};

export const swaps = source(
  (db, { customerId }, { isHeld, ...narrowing }, page) =>
    ordersQuery(db, customerId, narrowing, pageOf('otc', page)).$if(isHeld === true, (query) =>
      query.where('status', '=', 'pending approval'),
    ),
  ({ customerId }, { amounts }) =>
    amounts.length === 0
      ? []
      : [
          sql<boolean>`quote_id = any(array(
            select id from quote where customer_id = ${customerId} and used_at is not null
              and (${isOneOf(amounts, sql.ref('pay_currency'), sql.ref('pay'))}
                or ${isOneOf(amounts, sql.ref('receive_currency'), sql.ref('receive'))})))`,
        ],
  async ({ db }, _reader, rows) => {
    const quotes = await findQuotes(db, rows);
    return rows.flatMap((row): HistoryEntry[] => {
      const quote = quotes.get(row.quote_id);
      if (!quote) return [];
      const [fee] = feesOf(quote);
      return [
        {
          id: row.id,
          kind: 'swap',
          createTime: row.created_at.toISOString(),
          pay: money(quote.payCurrency, quote.pay),
          receive: money(quote.receiveCurrency, quote.receive),
          ...(fee?.name === 'charge' && { fee: fee.money }),
          status: row.status,
          ...(row.transfer_id !== null && { reference: row.transfer_id }),
          isHeld: row.status === 'pending approval',
        },
      ];
    });
  },
);

export const runs = source(
  (db, { customerId }, { currency, isHeld, ...narrowing }, page) => {
    const { after, sort } = page;
    let query = db.selectFrom('auto_redemption_run').selectAll().where('customer_id', '=', customerId);
    // A run converts WUSD to US dollars. A run itself is never on hold: only its order or its payout can be.
    if (isHeld === true || !['WUSD', 'USD'].includes(currency ?? 'USD')) query = query.where(sql<boolean>`false`);
    return applySearch(
      query,
      { table: 'auto_redemption_run', prefix: 'ctx', id: 'deposit_id', isOlder: true },
      narrowing,
      {
        ...page,
        // A run sorts right after its deposit: after an oldest-first page that ends with a deposit, the next page
        // starts with its run.
        after: after && { id: `ctx_${after.at}`, isIncluded: sort === 'oldest' && !after.isRun },
      },
    );
  },
  ({ customerId }, { amounts, recipientIds }) => [
    ...(amounts.length > 0
      ? [
          sql<boolean>`deposit_id = any(array(
            select id from crypto_transaction where customer_id = ${customerId} and ${isTransferOf(amounts)}))`,
        ]
      : []),
    ...(amounts.length + recipientIds.length > 0
      ? [
          sql<boolean>`withdrawal_id = any(array(
            select id from fiat_transaction where customer_id = ${customerId}
              and (bank_account_id = any(${recipientIds}) ${amounts.length > 0 ? sql`or ${isTransferOf(amounts)}` : sql``})))`,
        ]
      : []),
  ],
  async ({ db }, { language }, rows) => {
    const deposits = await db
      .selectFrom('crypto_transaction')
      .select(['id', 'amount', 'currency'])
      .where(
        'id',
        'in',
        rows.map((row) => row.deposit_id),
      )
      .execute();
    const payouts = await db
      .selectFrom('fiat_transaction')
      .select(['id', 'amount', 'fee', 'currency'])
      .where('id', 'in', [...rows.flatMap((row) => row.withdrawal_id ?? []), ''])
      .execute();
    const amounts = new Map(
      [...deposits, ...payouts].map((row) => [row.id, money(row.currency, decimalAmountOf(row))]),
    );
    const fees = new Map(
      payouts.flatMap(({ id, currency, fee }) => (BigInt(fee) > 0n ? [[id, moneyOf({ currency }, BigInt(fee))]] : [])),
    );
    return rows.flatMap((row): HistoryEntry[] => {
      const pay = amounts.get(row.deposit_id);
      if (!pay) return [];
      const receive = row.withdrawal_id === null ? undefined : amounts.get(row.withdrawal_id);
      const fee = row.withdrawal_id === null ? undefined : fees.get(row.withdrawal_id);
      return [
        {
          id: row.deposit_id,
          kind: 'auto-redemption',
          createTime: row.created_at.toISOString(),
          pay,
          ...(receive && { receive }),
          ...(fee && { fee }),
          status: row.status,
          isHeld: false,
          run: {
            ...(row.order_id !== null && { orderId: row.order_id }),
            ...(row.withdrawal_id !== null && { withdrawalId: row.withdrawal_id }),
            ...(row.stopped_because !== null && {
              stoppedBecause: formatMessage(
                languageOf(language),
                `message.autoRedemptionReason.${row.stopped_because}`,
              ),
            }),
          },
        },
      ];
    });
  },
);

/** Condition for transfers that sent or received one of the amounts. */
const isTransferOf = (amounts: readonly AmountRange[]): RawBuilder<boolean> =>
  isOneOf(amounts, sql.ref('currency'), sql.ref('amount'), sql`amount + fee`);

/** Returns the start of a source's page, with the position as an id of the source's table. */
function pageOf(prefix: string, { after, ...page }: SourcePage): PageRequest {
  if (!after) return page;
  // After a newest-first page that ends with a run, the next page starts with the run's deposit.
  return { ...page, after: { id: `${prefix}_${after.at}`, isIncluded: page.sort === 'newest' && after.isRun } };
}
