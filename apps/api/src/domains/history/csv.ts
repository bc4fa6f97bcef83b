import { decimalsOf } from '@wusd/api-sdk/domain';
import { compare, roundDown } from '@wusd/api-sdk/money';
import { stringify } from 'csv-stringify/sync';

/** Spreadsheets recognize UTF-8 by this mark. */
export const byteOrderMark = '\uFEFF';

const negativeDecimal = /^-\d+(\.\d+)?$/;

/**
 * Returns lines of a CSV file (RFC 4180). Cells that a spreadsheet would read as formulas are escaped (OWASP, CSV
 * injection). A negative decimal is not a formula.
 */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  stringify([...rows], {
    escape_formulas: true,
    record_delimiter: 'windows',
    cast: { string: (value) => (negativeDecimal.test(value) ? { value, escape_formulas: false } : value) },
  });

/**
 * Formats an amount with its currency's decimals, or with more if the ledger has more: rounded amounts would not add up
 * to the balance.
 */
export function exactDecimal(amount: string, currency: string): string {
  const rounded = roundDown(amount, decimalsOf(currency));
  return compare(rounded, amount) === 0 ? rounded : amount.replace(/0+$/, '');
}
