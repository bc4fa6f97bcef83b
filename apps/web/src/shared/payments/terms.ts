import type { Review } from '@wusd/api-sdk/core';

/** What the customer agrees to: a request, and the server's answer to its preview. */
export interface Terms<Request = unknown> {
  request: Request;
  review: Review;
}

/** Whether the customer would agree to both: the same money moves, and waits for the same. */
export function hasSameTerms(a: Review | undefined, b: Review): boolean {
  const terms = ({ sends, receives, fees, holds }: Review): string => JSON.stringify([sends, receives, fees, holds]);
  return a !== undefined && terms(a) === terms(b);
}
