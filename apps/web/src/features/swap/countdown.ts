/** Minutes and seconds, `0:24`. */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Seconds before the end at which a screen reader hears of it, ascending: of a rate that is held for minutes, and of one for 30 seconds. */
export const announcedAt = { review: [10, 30], quote: [10] } as const;

/** The last of these moments that has come, in seconds before the end; undefined before the first and after the end. */
export function announcedSeconds(seconds: number, moments: readonly number[]): number | undefined {
  return seconds === 0 ? undefined : moments.find((each) => seconds <= each);
}
