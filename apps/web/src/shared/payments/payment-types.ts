import type { MfaCheck, Review } from '@wusd/api-sdk/core';
import type { Terms } from './terms.ts';

/** Input of the payment machine. */
export interface PaymentInput<Draft = unknown> {
  /** The initial draft, such as a visitor's draft from before a reload. */
  draft: Draft;
  emptyDraft: Draft;
  /** A submission from before a reload without a response, and its draft. */
  unanswered?: (Pick<Submission, 'request' | 'review'> & { draft: Draft }) | undefined;
  /** The draft after a completed payment. */
  nextDraft: (draft: Draft) => Draft;
  /** Milliseconds since the epoch by the server's clock. */
  now: () => number;
}

export interface Submission<Request = unknown> {
  request: Request;
  /** Its intent is the idempotency key: repeated submissions of one review execute once. */
  review: Review;
  checks: readonly MfaCheck[];
}

export interface PaymentContext<Draft = unknown, Request = unknown> extends Omit<PaymentInput<Draft>, 'unanswered'> {
  /** The customer typed or chose a value of the draft, or a link filled it in. */
  isTyped: boolean;
  /** The request that `review` answers, or the one that is being previewed. */
  request: Request | undefined;
  review: Review | undefined;
  isExpired: boolean;
  /** The terms shown before the last renewal of the review, to compare with. */
  earlier: Terms<Request> | undefined;
  /** The customer confirmed an expired review, so it is being renewed. Unchanged terms continue to verification. */
  isConfirming: boolean;
  blockers: Review['blockers'];
  /** Error of the preview. */
  failure: unknown;
  /** Codes of the last submission. */
  checks: readonly MfaCheck[];
  /** Error of the last submission. */
  rejection: unknown;
  /** A submission was sent without receiving a response: the payment may have been executed. */
  isOutcomeUnknown: boolean;
  /** The next payment, previewed as soon as the outcome of the current one is known. */
  nextRequest: Request | undefined;
  paymentId: string | undefined;
  /** Another tab submitted the last draft. True until the next draft is started. */
  isSubmittedElsewhere: boolean;
}

export type PaymentEvent<Draft = unknown, Request = unknown> =
  /** The form was opened: discards messages about an earlier attempt. */
  | { type: 'open' }
  | { type: 'change'; draft: Draft }
  /** A stored draft was read. It never replaces a draft that the customer has edited meanwhile. */
  | { type: 'restore'; draft: Draft }
  /** @param request undefined while it can't be built, e.g. without a rate */
  | { type: 'continue'; request: Request | undefined }
  /** The request of a customer who continued before it could be built. */
  | { type: 'ready'; request: Request }
  /** The draft of a customer who continued early is invalid. */
  | { type: 'invalid' }
  | { type: 'confirm' }
  /** The customer requests the current terms to replace an expired review. This shows them without confirming them. */
  | { type: 'renew' }
  | { type: 'submit'; checks: readonly MfaCheck[] }
  /** Another tab submitted this draft. Ignored while a submission is in flight or has no response. */
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
  /** The customer confirmed the review. Codes can be submitted, or were. */
  | 'confirmed'
  | 'submitting'
  | 'rejected'
  | 'completed';
