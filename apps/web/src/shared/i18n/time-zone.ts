import { formatDateTimeIn, isTimeZone } from '@wusd/i18n/zones';
import { createStore, useStore } from '../state/store.ts';
import { keepTimeZone, language, storedTimeZone } from './preferences.ts';

// Separate from the other preferences, because only details and account pages show a second time zone.

const stored = storedTimeZone();

/** IANA name of the zone shown beside Singapore time; undefined for none. */
export const otherTimeZone = createStore<string | undefined>(
  stored !== null && isTimeZone(stored) ? stored : undefined,
);

/** @param zone undefined for Singapore time alone */
export function chooseTimeZone(zone: string | undefined): void {
  keepTimeZone(zone);
  otherTimeZone.set(zone);
}

/** Formats a time in Singapore time and, if chosen, in a second zone. For details, not for lists. */
export function useMoment(): (instant: string | Date) => string {
  const shown = useStore(language);
  const zone = useStore(otherTimeZone);
  return (instant) => formatDateTimeIn(shown, instant, zone);
}
