import { formatDateTime, formatDay } from './formats.js';
import { bcp47 } from './languages.js';

const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const time = { hour: '2-digit', minute: '2-digit' } as const;

const zonedFormats: Record<string, Intl.DateTimeFormat> = {};

/** Cached per language, zone and set of parts. */
function zoned(language: string, zone: string, name: string, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return (zonedFormats[`${language} ${zone} ${name}`] ??= new Intl.DateTimeFormat(bcp47(language), {
    // Same format as for times in Singapore.
    calendar: 'gregory',
    hourCycle: 'h23',
    ...parts,
    timeZone: zone,
  }));
}

/**
 * Date and time in Singapore, followed by the time in another zone: `27 Nov 2026, 19:05 (12:05 GMT+1)`. Includes the
 * other zone's day if it differs. The offset is that of the given moment, so it reflects summer time.
 *
 * @param zone IANA name; undefined for Singapore time only
 */
export function formatDateTimeIn(language: string, instant: string | Date, zone: string | undefined): string {
  const here = formatDateTime(language, instant);
  if (zone === undefined) return here;
  const at = new Date(instant);
  const isSameDay = zoned(language, zone, 'day', day).format(at) === formatDay(language, at);
  const offset = { timeZoneName: 'shortOffset' } as const;
  const there = isSameDay
    ? zoned(language, zone, 'time', { ...time, ...offset })
    : zoned(language, zone, 'moment', { ...day, ...time, ...offset });
  return `${here} (${there.format(at)})`;
}

/** Whether the runtime supports this time zone name. */
export function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
