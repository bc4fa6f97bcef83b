import { currencies, type Currency, decimalsOf, isCurrency } from '@wusd/api-sdk/domain';
import { type RawBuilder, sql } from 'kysely';
import { scaleOf } from '@wusd/server-kit/registry/currencies';

/** Range of amounts in one currency that pages display as the typed amount, in minor units. */
export interface AmountRange {
  currency: Currency;
  min: bigint;
  max: bigint;
}

/** Maximum number of integer digits of an amount in the ledger. */
const maxIntegerDigits = 20;

/**
 * Returns the amounts that a search text can mean, e.g. `1,250.5`, `1250.50 USD` or `−1,250.50`. Empty if the text is
 * not an amount.
 *
 * Pages round displayed amounts down, so each range ends before the next displayed amount. A text with more decimals
 * than pages display narrows the range.
 */
export function amountRanges(text: string): AmountRange[] {
  const [, digits, fraction = '', code] =
    /^[+−-]?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?(?:\s*([A-Z]{3,4}))?$/i.exec(text.trim()) ?? [];
  const integer = digits?.replaceAll(',', '');
  if (integer === undefined || integer.length > maxIntegerDigits) return [];
  const decimals = fraction.replace(/0+$/, '');
  const meant = code?.toUpperCase();
  if (meant !== undefined && !isCurrency(meant)) return [];
  return currencies
    .filter((currency) => (meant ?? currency) === currency && decimals.length <= scaleOf(currency))
    .map((currency) => {
      const scale = scaleOf(currency);
      const min = BigInt(integer + decimals.padEnd(scale, '0'));
      const isExact = decimals.length > decimalsOf(currency);
      const step = 10n ** BigInt(scale - (isExact ? decimals.length : decimalsOf(currency)));
      return { currency, min, max: min + step - 1n };
    });
}

/**
 * Returns a SQL condition for rows with one of the amounts. Without ranges it matches nothing.
 * @param currency column with the currency of the amounts
 * @param amounts columns in minor units; null matches nothing
 */
export function isOneOf(
  ranges: readonly AmountRange[],
  currency: RawBuilder<unknown>,
  ...amounts: RawBuilder<unknown>[]
): RawBuilder<boolean> {
  const conditions = ranges.flatMap((range) =>
    amounts.map(
      (amount) =>
        sql`(${currency} = ${range.currency} and ${amount} between ${range.min.toString()} and ${range.max.toString()})`,
    ),
  );
  return conditions.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}
