// Calendar months in Singapore, written as `2026-02`. Singapore has used UTC+08:00 without daylight saving since 1982.

const offsetMs = 8 * 60 * 60_000;

export const monthOf = (moment: Date): string => new Date(moment.getTime() + offsetMs).toISOString().slice(0, 7);

export const startOf = (month: string): Date => new Date(`${month}-01T00:00:00+08:00`);

/** Exclusive. */
export function endOf(month: string): Date {
  // The first of a month is at most 31 days before the next.
  return startOf(monthOf(new Date(startOf(month).getTime() + 31 * 24 * 60 * 60_000)));
}

/** Months from the first to the last, newest first. */
export function monthsBetween(first: Date, last: Date): string[] {
  const months: string[] = [];
  for (
    let at = startOf(monthOf(last));
    monthOf(at) >= monthOf(first);
    at = startOf(monthOf(new Date(at.getTime() - 1)))
  )
    months.push(monthOf(at));
  return months;
}
