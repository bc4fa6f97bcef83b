const dayMs = 24 * 60 * 60_000;
/** Singapore has no daylight saving time. */
const singaporeMs = 8 * 60 * 60_000;

/**
 * The same time on the next working day, Monday to Friday in Singapore. A weekend counts as the
 * start of Monday; public holidays count as working days.
 */
export function businessDayAfter(at: Date): Date {
  const local = at.getTime() + singaporeMs;
  const startOfDay = Math.floor(local / dayMs) * dayMs;
  const isWeekend = [0, 6].includes(new Date(startOfDay).getUTCDay());
  const start = isWeekend ? nextWorkday(startOfDay) : local;
  const end = nextWorkday(Math.floor(start / dayMs) * dayMs) + (start % dayMs);
  return new Date(end - singaporeMs);
}

/** When a payment that leaves at an instant has arrived at the latest: two working days later. */
export const arrivalAfter = (leavesAt: Date): Date => businessDayAfter(businessDayAfter(leavesAt));

function nextWorkday(day: number): number {
  let next = day + dayMs;
  while ([0, 6].includes(new Date(next).getUTCDay())) next += dayMs;
  return next;
}
