import { formatDateTimeIn, isTimeZone } from '@wusd/i18n/zones';
import { createStore, useStore } from '../state/store.ts';
import { keepTimeZone, language, storedTimeZone } from './preferences.ts';

// Apart from the other preferences: only details and the account's pages show a second time zone.

const stored = storedTimeZone();

/** IANA name of the zone that is shown beside Singapore time; undefined for none. */
export const otherTimeZone = createStore<string | undefined>(
  stored !== null && isTimeZone(stored) ? stored : undefined,
);

/** @param zone undefined for Singapore time alone */
export function chooseTimeZone(zone: string | undefined): void {
  keepTimeZone(zone);
  otherTimeZone.set(zone);
}

/** Writes a moment in Singapore time, and in the zone of choice beside it. For details, not for lists. */
export function useMoment(): (instant: string | Date) => string {
  const shown = useStore(language);
  const zone = useStore(otherTimeZone);
  return (instant) => formatDateTimeIn(shown, instant, zone);
}
