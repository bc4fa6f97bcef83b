import { bcp47 } from './languages.js';

/** Times are shown for Singapore, regardless of the device's time zone. */
export const timeZone = 'Asia/Singapore';

/** Type for exact decimal strings in Intl. A JS number would lose digits. */
type Decimal = Intl.StringNumericLiteral;

const formatters = new Map<string, Intl.NumberFormat>();

function decimalFormat(language: string, minimum: number, maximum: number): Intl.NumberFormat {
  const key = `${language}:${minimum}:${maximum}`;
  const known = formatters.get(key);
  if (known) return known;
  const created = new Intl.NumberFormat(bcp47(language), {
    minimumFractionDigits: minimum,
    maximumFractionDigits: maximum,
    roundingMode: 'trunc',
  });
  formatters.set(key, created);
  return created;
}

/** Formats a decimal string with the language's grouping, truncated to `decimals` fraction digits. */
export function formatAmount(language: string, amount: string, decimals: number): string {
  return decimalFormat(language, decimals, decimals).format(amount as Decimal);
}

/** Formats a decimal string with all its digits, and at least `decimals` fraction digits. */
export function formatExactAmount(language: string, amount: string, decimals: number): string {
  return decimalFormat(language, decimals, 20).format(amount as Decimal);
}

const compactFormats: Record<string, Intl.NumberFormat> = {};

/**
 * Formats a round number in few characters, for the scale of a chart: `10K`, `1万`. Not for amounts, because it rounds.
 */
export function formatCompact(language: string, value: number): string {
  return (compactFormats[language] ??= new Intl.NumberFormat(bcp47(language), {
    notation: 'compact',
    maximumSignificantDigits: 3,
  })).format(value);
}

/**
 * Formats an amount with its code, in the same order in all languages. Intl has no symbol for currencies such as WUSD.
 */
export function formatMoney(language: string, amount: string, currency: string, decimals: number): string {
  return `${formatAmount(language, amount, decimals)} ${currency}`;
}

/** Formats a rate with two to eight decimals, truncated, so that the displayed amounts can be recomputed. */
export function formatRate(language: string, rate: string): string {
  return decimalFormat(language, 2, 8).format(rate as Decimal);
}

/** Formats basis points (1e-4 each) as a percentage: 25 is 0.25%. */
export function formatBasisPoints(language: string, basisPoints: number): string {
  const digits = Math.abs(basisPoints).toString().padStart(3, '0');
  return `${decimalFormat(language, 0, 2).format(`${digits.slice(0, -2)}.${digits.slice(-2)}` as Decimal)}%`;
}

/** Formats a file size: kilobytes below one megabyte, at most one fraction digit. @param bytes 1,024 per kilobyte */
export function formatFileSize(language: string, bytes: number): string {
  const [size, unit] = bytes < 1024 ** 2 ? [bytes / 1024, 'kilobyte'] : [bytes / 1024 ** 2, 'megabyte'];
  return new Intl.NumberFormat(bcp47(language), { style: 'unit', unit, maximumFractionDigits: 1 }).format(size);
}

/** Gregorian calendar and 24-hour clock in all languages: a Buddhist year in a Thai receipt would be misread. */
const moment = { timeZone, calendar: 'gregory', hourCycle: 'h23' } as const;
const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const time = { hour: '2-digit', minute: '2-digit' } as const;

/** Cached per language: creating a format costs a hundred times more than using it, and lists use it in each row. */
function momentFormat(parts: Intl.DateTimeFormatOptions): (language: string, instant: string | Date) => string {
  const made: Record<string, Intl.DateTimeFormat> = {};
  return (language, instant) =>
    (made[language] ??= new Intl.DateTimeFormat(bcp47(language), { ...moment, ...parts })).format(new Date(instant));
}

/** Date and time in Singapore. Label it as such. */
export const formatDateTime: (language: string, instant: string | Date) => string = momentFormat({ ...day, ...time });

/** The date in Singapore at an instant. */
export const formatDay: (language: string, instant: string | Date) => string = momentFormat(day);

/** The date without its year, if the year is clear from the context. */
export const formatDayOfYear: (language: string, instant: string | Date) => string = momentFormat({
  day: 'numeric',
  month: 'short',
});

/** A calendar date without a time, e.g. `2019-04-01` (RFC 3339 full-date). It is the same in all time zones. */
export const formatDate: (language: string, date: string) => string = momentFormat({ ...day, timeZone: 'UTC' });

/** The calendar month in Singapore at an instant, e.g. `November 2026`. */
export const formatMonth: (language: string, instant: string | Date) => string = momentFormat({
  month: 'long',
  year: 'numeric',
});

/** Time of day in Singapore, with seconds. */
export const formatTime: (language: string, instant: string | Date) => string = momentFormat({
  ...time,
  second: '2-digit',
});

/** Time of day in Singapore, without seconds. */
export const formatTimeOfDay: (language: string, instant: string | Date) => string = momentFormat(time);

/** Abbreviates a blockchain address where the full address does not fit: `0x5290…9EE7`. */
export const shortAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`;

/** Shows the first two and the last character of the local part; for three characters or fewer, only the first. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at);
  const shown = local.length <= 3 ? `${local.slice(0, 1)}***` : `${local.slice(0, 2)}***${local.slice(-1)}`;
  return shown + email.slice(at);
}
