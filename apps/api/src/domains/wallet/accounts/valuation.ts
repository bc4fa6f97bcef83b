import type { Valuation } from '@wusd/api-sdk';
import { type Currency, decimalsOf } from '@wusd/api-sdk/domain';
import { add, convert, crossRate, fromMinor, roundDown } from '@wusd/api-sdk/money';
import { sql } from 'kysely';
import { usdPriceOf } from '../../rates/prices.ts';
import { scaleOf } from '../../../platform/registry/currencies.ts';
import type { Services } from '../../services.ts';

/** Points of a course, however many days it goes over; the last one is now. */
const points = 30;
const dayMs = 24 * 60 * 60_000;
/** Digits that a part is rounded down at, before parts are added up. */
const fine = 18;

/**
 * What all balances are worth in one currency, and what those of earlier moments are at the same rates. One query and a price for each
 * currency that was held.
 *
 * @throws AppError SERVICE_UNAVAILABLE where the market can't be asked
 */
export async function readValuation(
  services: Pick<Services, 'db' | 'clock' | 'gateways'>,
  customerId: string,
  currency: Currency,
  days: number,
): Promise<Valuation> {
  const now = services.clock.now();
  const moments = Array.from(
    { length: points + 1 },
    (_, index) => new Date(now.getTime() - ((points - index) * days * dayMs) / points),
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
  /** Never more than it is. */
  const worth = (minorOf: (row: (typeof rows)[number]) => string): string =>
    roundDown(
      rows.reduce((total, row) => {
        const amount = fromMinor(BigInt(minorOf(row)), scaleOf(row.currency));
        return add(total, convert(amount, rates.get(row.currency) ?? '0', fine, 'down'));
      }, '0'),
      decimalsOf(currency),
    );
  return {
    currency,
    total: worth((row) => row.posted),
    asOf: now.toISOString(),
    course: moments.map((at, index) => ({
      at: at.toISOString(),
      total: worth((row) => (index === points ? row.posted : (row.course[index] ?? '0'))),
    })),
  };
}
