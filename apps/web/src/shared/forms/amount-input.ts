import { isAmount } from '@wusd/api-sdk/money';

/**
 * A plain decimal string of what a person typed or pasted: `1,250.00`, ` 1250 `, `1 250`. Where it could be read in two ways
 * (`1,250` with a decimal comma in mind, `1.234.5`) or has more decimals than the currency, there is no answer: a number is
 * never silently changed.
 */
export function parseTypedAmount(text: string, decimals: number): string | undefined {
  const compact = text.trim().replaceAll(/[\s\u00A0\u202F]/g, '');
  const grouped = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(compact) ? compact.replaceAll(',', '') : compact;
  const plain = grouped.replace(/^0+(?=\d)/, '').replace(/\.$/, '');
  return isAmount(plain, decimals) && !plain.startsWith('-') ? plain : undefined;
}
