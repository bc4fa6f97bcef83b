import type { Review } from '@wusd/api-sdk/core';

/** The terms that the customer agrees to: a request, and the server's review of it. */
export interface Terms<Request = unknown> {
  request: Request;
  review: Review;
}

/** Whether two reviews have the same terms: the same amounts, fees and holds. */
export function hasSameTerms(a: Review | undefined, b: Review): boolean {
  const terms = ({ sends, receives, fees, holds }: Review): string => JSON.stringify([sends, receives, fees, holds]);
  return a !== undefined && terms(a) === terms(b);
}
