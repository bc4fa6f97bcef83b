const dayMs = 24 * 60 * 60_000;
/** Singapore is at UTC+08:00 without daylight saving time. */
const singaporeMs = 8 * 60 * 60_000;

/**
 * Returns the same time on the next working day, Monday to Friday in Singapore. A time on a weekend counts as the start
 * of Monday. Public holidays count as working days.
 */
export function businessDayAfter(at: Date): Date {
  const local = at.getTime() + singaporeMs;
  const startOfDay = Math.floor(local / dayMs) * dayMs;
  const isWeekend = [0, 6].includes(new Date(startOfDay).getUTCDay());
  const start = isWeekend ? nextWorkday(startOfDay) : local;
  const end = nextWorkday(Math.floor(start / dayMs) * dayMs) + (start % dayMs);
  return new Date(end - singaporeMs);
}

/** Returns the latest arrival of a payment that leaves at an instant: two working days later. */
export const arrivalAfter = (leavesAt: Date): Date => businessDayAfter(businessDayAfter(leavesAt));

function nextWorkday(day: number): number {
  let next = day + dayMs;
  while ([0, 6].includes(new Date(next).getUTCDay())) next += dayMs;
  return next;
}
