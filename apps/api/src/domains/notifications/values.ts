import { decimalsOf } from '@wusd/api-sdk/domain';
import { formatDateTime, formatMoney, type Language } from '@wusd/i18n';
import { formatMessage } from '@wusd/i18n/server';

/** A value of a notice, before it is formatted in a language. */
export type NoticeValue =
  | string
  | number
  /** Decimal amount. */
  | { amount: string; currency: string }
  /** RFC 3339. */
  | { time: string }
  /** Id of another message. */
  | { message: string };

export type NoticeValues = Readonly<Record<string, NoticeValue>>;

/** Formats the values in a language. */
export function formatValues(language: Language, values: NoticeValues): Record<string, string | number> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, formatValue(language, value)]));
}

function formatValue(language: Language, value: NoticeValue): string | number {
  if (typeof value !== 'object') return value;
  if ('message' in value) return formatMessage(language, value.message);
  if ('time' in value) return formatDateTime(language, value.time);
  return formatMoney(language, value.amount, value.currency, decimalsOf(value.currency));
}
