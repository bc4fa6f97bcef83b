/** Formats minutes and seconds, e.g. `0:24`. */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * Seconds before expiry at which screen readers are notified, ascending: `review` for a rate held for minutes, `quote`
 * for a rate held for 30 seconds.
 */
export const announcedAt = { review: [10, 30], quote: [10] } as const;

/** The latest moment reached, in seconds before expiry; undefined before the first moment and after expiry. */
export function announcedSeconds(seconds: number, moments: readonly number[]): number | undefined {
  return seconds === 0 ? undefined : moments.find((each) => seconds <= each);
}
