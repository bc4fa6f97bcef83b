import type { MfaCheck, Review } from '@wusd/api-sdk/core';
import type { Terms } from './terms.ts';

/** What one kind of payment consists of. */
export interface PaymentInput<Draft = unknown> {
  /** The draft to start with, such as a visitor's from before a reload. */
  draft: Draft;
  emptyDraft: Draft;
  /** A submission from before a reload whose answer is missing, and its draft. */
  unanswered?: (Pick<Submission, 'request' | 'review'> & { draft: Draft }) | undefined;
  /** The draft after a completed payment. */
  nextDraft: (draft: Draft) => Draft;
  /** Milliseconds since the epoch by the server's clock. */
  now: () => number;
}

export interface Submission<Request = unknown> {
  request: Request;
  /** Its intent is the idempotency key: every submission of one review has the effect of one. */
  review: Review;
  checks: readonly MfaCheck[];
}

export interface PaymentContext<Draft = unknown, Request = unknown> extends Omit<PaymentInput<Draft>, 'unanswered'> {
  /** The draft holds something that the customer typed, chose or followed a link to. */
  isTyped: boolean;
  /** The request that `review` answers, or the one that is being previewed. */
  request: Request | undefined;
  review: Review | undefined;
  isExpired: boolean;
  /** The terms shown before the review was last renewed, to compare with. */
  earlier: Terms<Request> | undefined;
  /** An expired review is being renewed because it was confirmed; the same terms then go on to verification. */
  isConfirming: boolean;
  blockers: Review['blockers'];
  /** Why the preview failed. */
  failure: unknown;
  /** Codes of the last submission. */
  checks: readonly MfaCheck[];
  /** Why the last submission failed. */
  rejection: unknown;
  /** A submission was sent and its answer is missing: the payment may have been made. */
  isOutcomeUnknown: boolean;
  /** The next payment, previewed as soon as the outcome of the current one is known. */
  nextRequest: Request | undefined;
  paymentId: string | undefined;
  /** Another tab submitted the last draft. Holds until the next one is begun. */
  isSubmittedElsewhere: boolean;
}

export type PaymentEvent<Draft = unknown, Request = unknown> =
  /** The form opened: messages about an earlier attempt are out of date. */
  | { type: 'open' }
  | { type: 'change'; draft: Draft }
  /** A stored draft was read. It never replaces what the customer has typed meanwhile. */
  | { type: 'restore'; draft: Draft }
  /** @param request undefined while it can't be built yet, e.g. without a rate */
  | { type: 'continue'; request: Request | undefined }
  /** The request of a customer who continued before it could be built. */
  | { type: 'ready'; request: Request }
  /** The draft of such a customer turned out to be invalid. */
  | { type: 'invalid' }
  | { type: 'confirm' }
  /** The customer asks for the terms of now, in place of a review that has expired. They are shown, and never confirmed by this. */
  | { type: 'renew' }
  | { type: 'submit'; checks: readonly MfaCheck[] }
  /** Another tab submitted this draft. Does nothing while a submission is under way or unanswered. */
  | { type: 'submittedElsewhere' }
  /** The session ended. */
  | { type: 'reset' };

export type PaymentEmitted = { type: 'reviewed' } | { type: 'confirmed' } | { type: 'completed'; id: string };

export type PaymentTag =
  /** The form waits for a rate, a review or an outcome. */
  | 'busy'
  | 'previewing'
  /** There is a review to show. */
  | 'reviewed'
  /** The customer confirmed the review, and codes can be submitted or were. */
  | 'confirmed'
  | 'submitting'
  | 'rejected'
  | 'completed';
