import type { Review } from '@wusd/api-sdk/core';
import { assign, emit, fromPromise, setup, type SnapshotFrom } from 'xstate';
import type {
  PaymentContext,
  PaymentEmitted,
  PaymentEvent,
  PaymentInput,
  PaymentTag,
  Submission,
} from './payment-types.ts';
import { submissionOutcome } from './submission-outcome.ts';
import { hasSameTerms, type Terms } from './terms.ts';

const withoutReview: Omit<PaymentContext, keyof PaymentInput | 'paymentId' | 'isTyped' | 'isSubmittedElsewhere'> = {
  request: undefined,
  review: undefined,
  isExpired: false,
  earlier: undefined,
  isConfirming: false,
  blockers: [],
  failure: undefined,
  checks: [],
  rejection: undefined,
  isOutcomeUnknown: false,
  nextRequest: undefined,
};

/** Transitions of every state from which another payment can start. */
const restart = {
  change: { target: '#payment.draft', actions: ['discardReview', 'setDraft'] },
  continue: [
    { guard: 'hasRequest', target: '#payment.previewing', actions: ['discardReview', 'setRequest'] },
    { target: '#payment.draft.waiting', actions: 'discardReview' },
  ],
} as const;

const renewal = {
  target: '#payment.renewing',
  actions: { type: 'startRenewal', params: { isConfirming: false } },
} as const;

/**
 * A payment from draft to result: draft, preview (a dry run), review, verification, submission, result. The actors make
 * the API calls.
 *
 * After a submission without a response, no other payment starts until its outcome is known: the same intent is sent
 * again, and for an executed intent the server returns its payment. The URL selects form or review, so the browser's
 * back button needs no event.
 */
export const paymentMachine = setup({
  types: {
    context: {} as PaymentContext,
    events: {} as PaymentEvent,
    emitted: {} as PaymentEmitted,
    input: {} as PaymentInput,
    tags: {} as PaymentTag,
  },
  actors: {
    preview: fromPromise<Review, unknown>(() => Promise.reject(new Error('Not provided'))),
    renew: fromPromise<Terms, { draft: unknown; request: unknown }>(() => Promise.reject(new Error('Not provided'))),
    submit: fromPromise<string, Submission>(() => Promise.reject(new Error('Not provided'))),
  },
  delays: {
    untilExpiry: ({ context: { review, now } }) => Math.max(0, Date.parse(review?.expiresAt ?? '') - now() || 0),
  },
  guards: {
    isUntouched: ({ context }) => !context.isTyped,
    hasRequest: ({ event }) => event.type === 'continue' && event.request !== undefined,
    // Compares with the clock, because the timer of a device that slept is late.
    isFresh: ({ context: { review, isExpired, now } }) => !isExpired && Date.parse(review?.expiresAt ?? '') > now(),
    isUnanswered: ({ context }) => context.review !== undefined,
    hasNextRequest: ({ context }) => context.nextRequest !== undefined,
    isBlocked: (_, { blockers }: Review) => blockers.length > 0,
    isConfirming: ({ context }) => context.isConfirming,
    isAgreed: ({ context }, review: Review) => context.isConfirming && hasSameTerms(context.review, review),
    isOutcomeKnown: ({ context }) => !context.isOutcomeUnknown,
    isOver: (_, { error }: { error: unknown }) => submissionOutcome(error) === 'over',
    isOutcomeUnknown: ({ context }, { error }: { error: unknown }) => {
      const outcome = submissionOutcome(error);
      return outcome === 'unknown' || (outcome === 'not-sent' && context.isOutcomeUnknown);
    },
  },
  actions: {
    // The application provides this; the machine itself shows nothing.
    reportFailure: (..._args: [unknown, { error: unknown }]) => {},
    setDraft: assign(({ context, event }) => ({
      draft: event.type === 'change' || event.type === 'restore' ? event.draft : context.draft,
      isTyped: true,
      isSubmittedElsewhere: false,
    })),
    setRequest: assign({ request: ({ event }) => (event.type === 'continue' ? event.request : undefined) }),
    discardReview: assign(withoutReview),
    takeNextRequest: assign(({ context: { nextRequest } }) => ({ ...withoutReview, request: nextRequest })),
    setReview: assign({ review: (_, review: Review) => review, isExpired: false, failure: undefined }),
    startRenewal: assign({ isConfirming: (_, { isConfirming }: { isConfirming: boolean }) => isConfirming }),
    setTerms: assign(({ context: { request, review } }, terms: Terms) => ({
      ...terms,
      earlier: review && { request, review },
      isExpired: false,
      failure: undefined,
    })),
    setFailure: assign({ failure: (_, { error }: { error: unknown }) => error }),
    setRejection: assign({ rejection: (_, { error }: { error: unknown }) => error }),
    complete: assign(({ context }, { id }: { id: string }) => ({
      ...withoutReview,
      draft: context.nextDraft(context.draft),
      isTyped: false,
      paymentId: id,
    })),
    empty: assign(({ context }) => ({
      draft: context.emptyDraft,
      isTyped: false,
      paymentId: undefined,
      isSubmittedElsewhere: false,
    })),
    reject: assign((_, { error }: { error: unknown }) => ({ ...withoutReview, rejection: error })),
  },
}).createMachine({
  id: 'payment',
  context: ({ input: { unanswered, ...input } }) => ({
    ...input,
    ...withoutReview,
    isTyped: unanswered !== undefined || input.draft !== input.emptyDraft,
    ...unanswered,
    paymentId: undefined,
    isSubmittedElsewhere: false,
  }),
  initial: 'starting',
  on: {
    reset: {
      target: '.draft',
      actions: ['discardReview', 'empty'],
    },
    submittedElsewhere: {
      guard: 'isOutcomeKnown',
      target: '.draft',
      actions: ['discardReview', 'empty', assign({ isSubmittedElsewhere: true })],
    },
  },
  states: {
    starting: {
      always: [{ guard: 'isUnanswered', target: 'reviewed.unanswered' }, { target: 'draft' }],
    },
    draft: {
      initial: 'editing',
      on: { ...restart, open: { target: '.editing', actions: 'discardReview' } },
      states: {
        editing: { on: { restore: { guard: 'isUntouched', actions: 'setDraft' } } },
        waiting: {
          tags: 'busy',
          on: {
            ready: {
              target: '#payment.previewing',
              actions: assign({ request: ({ event }) => event.request }),
            },
            invalid: 'editing',
          },
        },
      },
    },
    previewing: {
      tags: ['busy', 'previewing'],
      on: { change: restart.change, open: { target: 'draft', actions: 'discardReview' } },
      invoke: {
        id: 'preview',
        src: 'preview',
        input: ({ context }: { context: PaymentContext }) => context.request,
        onDone: [
          {
            guard: { type: 'isBlocked', params: ({ event }) => event.output },
            target: 'draft',
            actions: assign({ blockers: ({ event }) => event.output.blockers }),
          },
          {
            target: 'reviewed',
            actions: [{ type: 'setReview', params: ({ event }) => event.output }, emit({ type: 'reviewed' })],
          },
        ],
        onError: {
          target: 'draft',
          actions: [
            { type: 'setFailure', params: ({ event }) => ({ error: event.error }) },
            { type: 'reportFailure', params: ({ event }) => ({ error: event.error }) },
          ],
        },
      },
    },
    reviewed: {
      tags: 'reviewed',
      initial: 'review',
      after: { untilExpiry: { actions: assign({ isExpired: true }) } },
      states: {
        review: {
          on: {
            ...restart,
            confirm: [
              { guard: 'isFresh', target: 'verify', actions: emit({ type: 'confirmed' }) },
              { target: '#payment.renewing', actions: { type: 'startRenewal', params: { isConfirming: true } } },
            ],
            renew: renewal,
          },
        },
        // Codes can be submitted for a review that seems expired: the server decides by its clock.
        verify: {
          tags: 'confirmed',
          on: {
            ...restart,
            confirm: [
              { guard: 'isFresh', actions: emit({ type: 'confirmed' }) },
              { target: '#payment.renewing', actions: { type: 'startRenewal', params: { isConfirming: true } } },
            ],
            renew: renewal,
            submit: { target: 'submitting', actions: assign({ checks: ({ event }) => event.checks }) },
          },
        },
        submitting: {
          tags: ['busy', 'confirmed', 'submitting'],
          on: { submittedElsewhere: {} },
          invoke: {
            id: 'submit',
            src: 'submit',
            input: ({ context }) => submissionOf(context),
            onDone: {
              target: '#payment.completed',
              actions: { type: 'complete', params: ({ event }) => ({ id: event.output }) },
            },
            onError: [
              {
                guard: { type: 'isOver', params: ({ event }) => ({ error: event.error }) },
                target: '#payment.rejected',
                actions: { type: 'reject', params: ({ event }) => ({ error: event.error }) },
              },
              {
                guard: { type: 'isOutcomeUnknown', params: ({ event }) => ({ error: event.error }) },
                target: 'unanswered',
                actions: { type: 'setRejection', params: ({ event }) => ({ error: event.error }) },
              },
              {
                target: 'verify',
                actions: [
                  { type: 'setRejection', params: ({ event }) => ({ error: event.error }) },
                  assign({ isOutcomeUnknown: false }),
                ],
              },
            ],
          },
        },
        unanswered: {
          tags: 'confirmed',
          entry: assign({ isOutcomeUnknown: true, nextRequest: undefined }),
          on: {
            open: { actions: assign({ failure: undefined }) },
            change: { actions: ['setDraft', assign({ failure: undefined })] },
            confirm: { actions: emit({ type: 'confirmed' }) },
            submit: { target: 'submitting', actions: assign({ checks: ({ event }) => event.checks }) },
            continue: {
              target: 'settling',
              actions: assign({ nextRequest: ({ event }) => event.request, failure: undefined }),
            },
          },
        },
        // The customer continued with another payment. Without codes, the server can only report the intent's outcome.
        settling: {
          tags: ['busy', 'confirmed', 'submitting'],
          invoke: {
            id: 'settle',
            src: 'submit',
            input: ({ context }) => ({ ...submissionOf(context), checks: [] }),
            onDone: {
              target: '#payment.completed',
              actions: { type: 'complete', params: ({ event }) => ({ id: event.output }) },
            },
            onError: [
              {
                guard: { type: 'isOutcomeUnknown', params: ({ event }) => ({ error: event.error }) },
                target: 'unanswered',
                actions: [
                  { type: 'setFailure', params: ({ event }) => ({ error: event.error }) },
                  { type: 'setRejection', params: ({ event }) => ({ error: event.error }) },
                  { type: 'reportFailure', params: ({ event }) => ({ error: event.error }) },
                ],
              },
              { guard: 'hasNextRequest', target: '#payment.previewing', actions: 'takeNextRequest' },
              { target: '#payment.draft.waiting', actions: 'discardReview' },
            ],
          },
        },
      },
    },
    /** The review has expired: previews the same payment again. */
    renewing: {
      tags: ['previewing', 'reviewed'],
      on: { change: restart.change },
      invoke: {
        id: 'renew',
        src: 'renew',
        input: ({ context: { draft, request } }) => ({ draft, request }),
        onDone: [
          {
            guard: { type: 'isBlocked', params: ({ event }) => event.output.review },
            target: 'draft',
            actions: ['discardReview', assign({ blockers: ({ event }) => event.output.review.blockers })],
          },
          {
            guard: { type: 'isAgreed', params: ({ event }) => event.output.review },
            target: 'reviewed.verify',
            actions: [{ type: 'setTerms', params: ({ event }) => event.output }, emit({ type: 'confirmed' })],
          },
          { target: 'reviewed', actions: { type: 'setTerms', params: ({ event }) => event.output } },
        ],
        onError: [
          {
            guard: 'isConfirming',
            target: 'draft',
            actions: [
              'discardReview',
              { type: 'setFailure', params: ({ event }) => ({ error: event.error }) },
              { type: 'reportFailure', params: ({ event }) => ({ error: event.error }) },
            ],
          },
          // Keep the expired review, so that the customer can try again.
          {
            target: 'reviewed',
            actions: [
              { type: 'setFailure', params: ({ event }) => ({ error: event.error }) },
              { type: 'reportFailure', params: ({ event }) => ({ error: event.error }) },
            ],
          },
        ],
      },
    },
    /** The server ended the intent. Nothing was paid. The draft is kept. */
    rejected: {
      tags: ['confirmed', 'rejected'],
      on: { ...restart, open: { target: 'draft', actions: 'discardReview' } },
    },
    completed: {
      tags: ['confirmed', 'completed'],
      entry: emit(({ context }) => ({ type: 'completed' as const, id: context.paymentId ?? '' })),
      on: { ...restart, open: { target: 'draft', actions: 'discardReview' } },
    },
  },
});

/** The submission without a response, to restore after a reload; undefined if there is none. */
export function unansweredOf(state: SnapshotFrom<typeof paymentMachine>): PaymentInput['unanswered'] {
  const { draft, request, review, isOutcomeUnknown } = state.context;
  const isUnanswered = state.hasTag('submitting') || isOutcomeUnknown;
  return isUnanswered && request !== undefined && review ? { draft, request, review } : undefined;
}

function submissionOf(context: PaymentContext): Submission {
  const { request, review, checks } = context;
  if (request === undefined || !review) throw new Error('A submission needs a review');
  return { request, review, checks };
}
