import { formatDateTime, formatDay } from './formats.js';
import { bcp47 } from './languages.js';

const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const time = { hour: '2-digit', minute: '2-digit' } as const;

const zonedFormats: Record<string, Intl.DateTimeFormat> = {};

/** Made once for each language, zone and set of parts. */
function zoned(language: string, zone: string, name: string, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return (zonedFormats[`${language} ${zone} ${name}`] ??= new Intl.DateTimeFormat(bcp47(language), {
    // As times in Singapore are written.
    calendar: 'gregory',
    hourCycle: 'h23',
    ...parts,
    timeZone: zone,
  }));
}

/**
 * Date and time in Singapore, with the time in another zone in brackets: `27 Nov 2026, 19:05 (12:05 GMT+1)`. The day is said again where
 * it is another there. The offset is the one that holds at that moment, so that summer time shows.
 *
 * @param zone IANA name; undefined for Singapore time alone
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

/** Whether the runtime knows a time zone by this name. */
export function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
