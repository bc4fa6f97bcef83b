import type { Rail } from '@wusd/api-sdk/domain';
import { fromMinor, toMinor } from '@wusd/api-sdk/money';
import type { Clock } from '@wusd/server-kit/clock';
import type { Db } from '../../../platform/database/database.ts';
import type { InitialRows } from '../../../platform/database/initial-rows.ts';
import { fiatCurrencies as fiat, type FiatCurrency, scaleOf } from '@wusd/server-kit/registry/currencies';
import type { MatchingTolerance } from './matching.ts';
import {
  countedWithdrawals,
  initialWithdrawalLimits,
  limitWindows,
  type RemainingLimits,
  remainingLimits,
  usageColumns,
} from '../core/rolling-limits.ts';

// Fees and limits of fiat transfers, in the decimals of each currency. The initial values seed a new database.
// Afterwards the values in the database apply.

/**
 * Charged in addition to the withdrawn amount. A wire costs about the same in every currency, so the fees differ by
 * currency: 25 yen would be almost no fee.
 */
const initialFees: Record<Rail, string | Record<FiatCurrency, string>> = {
  SWIFT: {
    USD: '25.00',
    SGD: '25.00',
    THB: '850.00',
    HKD: '195.00',
    GBP: '25.00',
    AUD: '25.00',
    EUR: '25.00',
    JPY: '3500',
  },
  ACH: '1.00',
  SEPA: '0.50',
  FPS: '0.00',
};

/** Approximate value of one dollar. */
const perDollar: Record<FiatCurrency, string> = {
  USD: '1',
  SGD: '1',
  THB: '40',
  HKD: '8',
  GBP: '1',
  AUD: '1',
  EUR: '1',
  JPY: '150',
};

const initialDepositBounds = { minimum: '10', maximum: '10000000' };
/**
 * Allowed difference between a credit and a declaration: a share of the amount, and the charges of intermediary banks.
 */
const initialTolerance = { basisPoints: 1000, bankCharges: '50' };

export const toFiatMinor = (amount: string, currency: string): bigint => toMinor(amount, scaleOf(currency));
export const fromFiatMinor = (minor: string | bigint, currency: string): string =>
  fromMinor(BigInt(minor), scaleOf(currency));
/** Returns the minor units that are worth an amount of dollars. */
const worth = (dollars: string, currency: FiatCurrency): string =>
  (toMinor(dollars, scaleOf(currency)) * BigInt(perDollar[currency])).toString();

export function initialFiatTerms(): InitialRows[] {
  return [
    {
      table: 'rail_fee',
      rows: Object.entries(initialFees).flatMap(([rail, fee]) =>
        fiat.map((currency) => {
          const amount = typeof fee === 'string' ? fee : fee[currency];
          // Currencies without decimals are paid out by SWIFT only, and its fees are listed for each currency.
          const cut = scaleOf(currency) === 0 ? (amount.split('.')[0] ?? '0') : amount;
          return { rail, currency, fee: toFiatMinor(cut, currency).toString() };
        }),
      ),
    },
    {
      table: 'fiat_limit',
      rows: Object.entries(initialWithdrawalLimits).flatMap(([accountType, { minimum, daily, monthly }]) =>
        fiat.map((currency) => ({
          account_type: accountType,
          currency,
          minimum: worth(minimum, currency),
          daily: worth(daily, currency),
          monthly: worth(monthly, currency),
        })),
      ),
    },
    {
      table: 'fiat_deposit_terms',
      rows: fiat.map((currency) => ({
        currency,
        minimum: worth(initialDepositBounds.minimum, currency),
        maximum: worth(initialDepositBounds.maximum, currency),
        tolerance_bp: initialTolerance.basisPoints,
        bank_charges: worth(initialTolerance.bankCharges, currency),
      })),
    },
  ];
}

export async function readRailFee(db: Db, rail: string, currency: string): Promise<string> {
  const { fee } = await db
    .selectFrom('rail_fee')
    .select('fee')
    .where('rail', '=', rail)
    .where('currency', '=', currency)
    .executeTakeFirstOrThrow();
  return fromFiatMinor(fee, currency);
}

/** Reads the fees of all rails in one query. The returned function throws for a fee that is missing in the table. */
export async function readRailFees(db: Db): Promise<(rail: string, currency: string) => string> {
  const rows = await db.selectFrom('rail_fee').selectAll().execute();
  const fees = new Map(rows.map((row) => [`${row.rail} ${row.currency}`, fromFiatMinor(row.fee, row.currency)]));
  return (rail, currency) => {
    const fee = fees.get(`${rail} ${currency}`);
    if (fee === undefined) throw new Error(`rail_fee has no fee for ${currency} by ${rail}`);
    return fee;
  };
}

export async function readDepositBounds(db: Db, currency: string): Promise<{ minimum: string; maximum: string }> {
  const { minimum, maximum } = await db
    .selectFrom('fiat_deposit_terms')
    .selectAll()
    .where('currency', '=', currency)
    .executeTakeFirstOrThrow();
  return { minimum: fromFiatMinor(minimum, currency), maximum: fromFiatMinor(maximum, currency) };
}

/** Reads the allowed difference between a credit and a declared deposit. */
export async function readMatchingTolerance(db: Db, currency: string): Promise<MatchingTolerance> {
  const row = await db
    .selectFrom('fiat_deposit_terms')
    .select(['tolerance_bp', 'bank_charges'])
    .where('currency', '=', currency)
    .executeTakeFirstOrThrow();
  return { basisPoints: row.tolerance_bp, bankCharges: BigInt(row.bank_charges) };
}

/**
 * Returns the amounts that a customer may still withdraw in a currency. Withdrawals that were not paid out do not
 * count.
 */
export async function remainingFiatLimits(
  db: Db,
  clock: Clock,
  customerId: string,
  accountType: string,
  currency: string,
): Promise<RemainingLimits> {
  const remaining = (await remainingFiatLimitsByCurrency(db, clock, customerId, accountType, currency)).get(currency);
  if (!remaining) throw new Error(`There are no limits of ${currency}`);
  return remaining;
}

/** Returns the amounts that a customer may still withdraw, by currency. Two queries. */
export async function remainingFiatLimitsByCurrency(
  db: Db,
  clock: Clock,
  customerId: string,
  accountType: string,
  currency?: string,
): Promise<Map<string, RemainingLimits>> {
  const { day, month } = limitWindows(clock);
  const only = currency === undefined ? fiat : [currency];
  const limits = await db
    .selectFrom('fiat_limit')
    .selectAll()
    .where('account_type', '=', accountType)
    .where('currency', 'in', only)
    .execute();
  const used = await countedWithdrawals(db, 'fiat_transaction', customerId, month)
    .select('currency')
    .select(usageColumns(day))
    .where('currency', 'in', only)
    .groupBy('currency')
    .execute();
  return new Map(
    limits.map((row) => {
      const decimal = (minor: string): string => fromFiatMinor(minor, row.currency);
      const counted = used.find((each) => each.currency === row.currency);
      const remaining = remainingLimits(
        { minimum: decimal(row.minimum), daily: decimal(row.daily), monthly: decimal(row.monthly) },
        {
          daily: decimal(counted?.daily ?? '0'),
          monthly: decimal(counted?.monthly ?? '0'),
          oldestOfDay: counted?.oldestOfDay ?? null,
          oldestOfMonth: counted?.oldestOfMonth ?? null,
        },
      );
      return [row.currency, remaining];
    }),
  );
}
