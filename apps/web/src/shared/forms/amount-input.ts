import { isAmount } from '@wusd/api-sdk/money';

/**
 * Parses a typed or pasted amount, such as `1,250.00`, ` 1250 ` or `1 250`, into a plain decimal string. Returns
 * undefined if it is ambiguous (`1,25`, `1.234,50`) or has more decimals than the currency: a number is never silently
 * changed.
 */
export function parseTypedAmount(text: string, decimals: number): string | undefined {
  const compact = text.trim().replaceAll(/[\s\u00A0\u202F]/g, '');
  const grouped = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(compact) ? compact.replaceAll(',', '') : compact;
  const plain = grouped.replace(/^0+(?=\d)/, '').replace(/\.$/, '');
  return isAmount(plain, decimals) && !plain.startsWith('-') ? plain : undefined;
}
