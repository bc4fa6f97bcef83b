import type { Valuation } from '@wusd/api-sdk';
import { type Currency, decimalsOf } from '@wusd/api-sdk/domain';
import { add, convert, crossRate, fromMinor, roundDown } from '@wusd/api-sdk/money';
import { sql } from 'kysely';
import { usdPriceOf } from '../../rates/prices.ts';
import { currencyOf, scaleOf } from '@wusd/server-kit/registry/currencies';
import type { Services } from '../../services.ts';

/** Number of intervals in the chart, for any number of days. The last point is the current time. */
const intervals = 30;
const dayMs = 24 * 60 * 60_000;
/** Decimals to which each part is rounded down before the parts are added. */
const partDecimals = 18;

/**
 * Returns the total value of all balances in one currency, now and at earlier times, at current rates. One query, and
 * one price request for each currency that the customer has ever held.
 *
 * @throws AppError SERVICE_UNAVAILABLE if there is no market rate
 */
export async function readValuation(
  services: Pick<Services, 'db' | 'clock' | 'gateways'>,
  customerId: string,
  currency: Currency,
  days: number,
): Promise<Valuation> {
  const now = services.clock.now();
  const moments = Array.from(
    { length: intervals + 1 },
    (_, index) => new Date(now.getTime() - ((intervals - index) * days * dayMs) / intervals),
  );
  const rows = await services.db
    .selectFrom('wallet_account as wallet')
    .innerJoin('account', 'account.id', 'wallet.account_id')
    .select(['wallet.currency', 'account.posted'])
    .select(
      sql<string[]>`(select array_agg(balance_at(account.id, moment) order by moment)::text[]
        from unnest(${moments}::timestamptz[]) moment)`.as('course'),
    )
    .where('wallet.customer_id', '=', customerId)
    .where('account.version', '>', '0')
    .execute();
  const target = await usdPriceOf(services, currency);
  const rates = new Map(
    await Promise.all(
      rows.map(async (row) => [row.currency, crossRate(await usdPriceOf(services, row.currency), target)] as const),
    ),
  );
  type Row = (typeof rows)[number];
  const partOf = (row: Row, minor: string): string =>
    convert(fromMinor(BigInt(minor), scaleOf(row.currency)), rates.get(row.currency) ?? '0', partDecimals, 'down');
  const rounded = (value: string): string => roundDown(value, decimalsOf(currency));
  const worth = (minorOf: (row: Row) => string): string =>
    rounded(rows.reduce((total, row) => add(total, partOf(row, minorOf(row))), '0'));
  return {
    currency,
    total: worth((row) => row.posted),
    asOf: now.toISOString(),
    values: rows.map((row) => ({ currency: currencyOf(row.currency), value: rounded(partOf(row, row.posted)) })),
    course: moments.map((at, index) => ({
      at: at.toISOString(),
      total: worth((row) => (index === intervals ? row.posted : (row.course[index] ?? '0'))),
    })),
  };
}
