import { decimalsOf } from '@wusd/api-sdk/domain';
import { compare, roundDown } from '@wusd/api-sdk/money';
import { stringify } from 'csv-stringify/sync';

/** Spreadsheets recognize UTF-8 by it. */
export const byteOrderMark = '\uFEFF';

const negativeDecimal = /^-\d+(\.\d+)?$/;

/**
 * Lines of a CSV file (RFC 4180). Cells that a spreadsheet would read as formulas are escaped (OWASP, CSV injection); a negative
 * decimal is none.
 */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  stringify([...rows], {
    escape_formulas: true,
    record_delimiter: 'windows',
    cast: { string: (value) => (negativeDecimal.test(value) ? { value, escape_formulas: false } : value) },
  });

/** With the currency's decimals, or more if the ledger has more, because rounded amounts would not add up to the balance. */
export function exactDecimal(amount: string, currency: string): string {
  const rounded = roundDown(amount, decimalsOf(currency));
  return compare(rounded, amount) === 0 ? rounded : amount.replace(/0+$/, '');
}
