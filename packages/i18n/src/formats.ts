import { bcp47 } from './languages.js';

/** Times are shown in Singapore whatever the device says. */
export const timeZone = 'Asia/Singapore';

/** Intl's exact overload for decimal strings; a JS number would lose digits. */
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

/** A decimal string, grouped as the language does, cut (never raised) to `decimals` fraction digits. */
export function formatAmount(language: string, amount: string, decimals: number): string {
  return decimalFormat(language, decimals, decimals).format(amount as Decimal);
}

/** Every digit that is there, with at least `decimals` after the point. */
export function formatExactAmount(language: string, amount: string, decimals: number): string {
  return decimalFormat(language, decimals, 20).format(amount as Decimal);
}

const compactFormats: Record<string, Intl.NumberFormat> = {};

/** A round number in few characters, for the scale of a chart: `10K`, `1万`. Not for amounts: it rounds. */
export function formatCompact(language: string, value: number): string {
  return (compactFormats[language] ??= new Intl.NumberFormat(bcp47(language), {
    notation: 'compact',
    maximumSignificantDigits: 3,
  })).format(value);
}

/** An amount and its code, in one order everywhere; currencies such as WUSD have no symbol that Intl knows. */
export function formatMoney(language: string, amount: string, currency: string, decimals: number): string {
  return `${formatAmount(language, amount, decimals)} ${currency}`;
}

/** A rate with as many decimals as the lines beside it need to be recomputed: two to eight, cut. */
export function formatRate(language: string, rate: string): string {
  return decimalFormat(language, 2, 8).format(rate as Decimal);
}

/** Basis points, 1e-4 each, as a percentage: 25 is 0.25%. */
export function formatBasisPoints(language: string, basisPoints: number): string {
  const digits = Math.abs(basisPoints).toString().padStart(3, '0');
  return `${decimalFormat(language, 0, 2).format(`${digits.slice(0, -2)}.${digits.slice(-2)}` as Decimal)}%`;
}

/** A size as people read it: kilobytes below a megabyte, at most one digit after the point. @param bytes of 1,024 to the kilobyte */
export function formatFileSize(language: string, bytes: number): string {
  const [size, unit] = bytes < 1024 ** 2 ? [bytes / 1024, 'kilobyte'] : [bytes / 1024 ** 2, 'megabyte'];
  return new Intl.NumberFormat(bcp47(language), { style: 'unit', unit, maximumFractionDigits: 1 }).format(size);
}

/** Gregorian calendar and 24-hour clock in every language: a Buddhist year in a Thai receipt is misread. */
const moment = { timeZone, calendar: 'gregory', hourCycle: 'h23' } as const;
const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const time = { hour: '2-digit', minute: '2-digit' } as const;

/** Made once for each language: making one costs a hundred times what asking it does, and lists ask for each row. */
function momentFormat(parts: Intl.DateTimeFormatOptions): (language: string, instant: string | Date) => string {
  const made: Record<string, Intl.DateTimeFormat> = {};
  return (language, instant) =>
    (made[language] ??= new Intl.DateTimeFormat(bcp47(language), { ...moment, ...parts })).format(new Date(instant));
}

/** Date and time in Singapore. Say so beside it. */
export const formatDateTime: (language: string, instant: string | Date) => string = momentFormat({ ...day, ...time });

/** The day in Singapore of a moment. */
export const formatDay: (language: string, instant: string | Date) => string = momentFormat(day);

/** The same without its year, where the year is plain. */
export const formatDayOfYear: (language: string, instant: string | Date) => string = momentFormat({
  day: 'numeric',
  month: 'short',
});

/** A calendar day that has no time, e.g. `2019-04-01` (RFC 3339 full-date): the same day wherever it is read. */
export const formatDate: (language: string, date: string) => string = momentFormat({ ...day, timeZone: 'UTC' });

/** The calendar month of a moment in Singapore, e.g. `November 2026`. */
export const formatMonth: (language: string, instant: string | Date) => string = momentFormat({
  month: 'long',
  year: 'numeric',
});

/** Time of day in Singapore, with seconds. */
export const formatTime: (language: string, instant: string | Date) => string = momentFormat({
  ...time,
  second: '2-digit',
});

/** The same without seconds. */
export const formatTimeOfDay: (language: string, instant: string | Date) => string = momentFormat(time);

/** Enough of a blockchain address to tell it by, where all of it does not belong: `0x5290…9EE7`. */
export const shortAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`;

/** First two and last character of the local part; of three characters or fewer, the first only. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at);
  const shown = local.length <= 3 ? `${local.slice(0, 1)}***` : `${local.slice(0, 2)}***${local.slice(-1)}`;
  return shown + email.slice(at);
}
