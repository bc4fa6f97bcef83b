import { setImmediate } from 'node:timers/promises';
import { ApiError, type MfaCheck, type Review } from '@wusd/api-sdk/core';
import { errors } from '@wusd/api-sdk/domain';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { CaptchaError } from '../forms/captcha-error.ts';
import { paymentMachine, unansweredOf } from './payment.machine.ts';
import type { PaymentEvent, PaymentInput, Submission } from './payment-types.ts';
import type { Terms } from './terms.ts';

interface Draft {
  amount: string;
}
/** @property quote id in a request that is valid only once, as for a swap */
type Request = { amount: string; quote?: number };

export const emptyDraft: Draft = { amount: '' };
export const lifetime = 300_000;
export const checks: readonly MfaCheck[] = [{ checkType: 1, code: '123456' }];

export function reviewOf(intentId: string, now: number, changes: Partial<Review> = {}): Review {
  return {
    intentId,
    expiresAt: new Date(now + lifetime).toISOString(),
    blockers: [],
    checkGroups: [],
    sends: { currency: 'USD', amount: '10.00' },
    fees: [],
    receives: { currency: 'WUSD', amount: '10.00' },
    arrivesBy: '2026-03-01T08:00:00.000Z',
    ...changes,
  };
}
/** The terms that the customer agrees to, as text. */
const termsOf = ({ sends, receives, fees, holds }: Review): string => JSON.stringify([sends, receives, fees, holds]);
export const blocked: Partial<Review> = {
  blockers: [{ errCode: errors.LIMIT_EXCEEDED.code, message: 'Too much', who: 'customer' }],
};
export const otherTerms: Partial<Review> = { receives: { currency: 'WUSD', amount: '9.00' } };

function apiError(name: keyof typeof errors, status: number): ApiError {
  return new ApiError('POST /otc/submit-otc', status, errors[name].code, name, { errorName: name } as never);
}
/** Rejections of a submission, and errors without a response. */
export const failures = {
  retry: () => apiError('CODE_INCORRECT', 422),
  over: () => apiError('QUOTE_EXPIRED', 422),
  notSent: () => new CaptchaError('Blocked'),
  lost: () => new Error('No connection'),
  inProgress: () => apiError('INTENT_IN_PROGRESS', 409),
} as const;
export type FailureName = keyof typeof failures;

/** Events that the customer does not cause. */
export type EnvironmentEvent =
  | { type: 'previewed'; changes?: Partial<Review> }
  | { type: 'previewFails' }
  | { type: 'paid' }
  | { type: 'submitFails'; as: FailureName }
  | { type: 'expires' }
  /** The page reloads: calls are abandoned, and only stored data is left. */
  | { type: 'reloads' };
export type ScenarioEvent = PaymentEvent | EnvironmentEvent;

interface Call<Input, Output> {
  input: Input;
  resolve(output: Output): void;
  reject(error: unknown): void;
}
function deferred<Input, Output>(calls: Call<Input, Output>[], input: Input): Promise<Output> {
  return new Promise((resolve, reject) => void calls.push({ input, resolve, reject }));
}
/**
 * A payment with a fake clock and a fake server, which responds on demand and pays once for each intent.
 *
 * @param paysLostSubmissions whether the server paid a submission whose response is lost
 */
export function createScenario({ paysLostSubmissions }: { paysLostSubmissions: boolean }) {
  const clock = new SimulatedClock();
  const previews: Call<Request, Review>[] = [];
  const submissions: Call<Submission<Request>, string>[] = [];
  const abandoned: (() => void)[] = [];
  const payments = new Map<string, string>();
  const known = new Set<string>();
  const requests = new Map<Review, unknown>();
  const violations: string[] = [];
  let intents = 0;
  let quotes = 0;
  /** The terms that the review page showed last, and the terms that the customer confirmed. */
  let shown: string | undefined;
  let confirmed: string | undefined;

  const machine = paymentMachine.provide({
    actors: {
      preview: fromPromise<Review, unknown>(({ input, signal }) => {
        for (const [intent] of payments)
          if (!known.has(intent)) violations.push(`${intent} was paid, and another begins`);
        return watched(previews, input as Request, signal);
      }),
      renew: fromPromise<Terms, { draft: unknown; request: unknown }>(async ({ input, signal }) => {
        const renewed = { ...(input.request as Request), quote: (quotes += 1) };
        return { request: renewed, review: await watched(previews, renewed, signal) };
      }),
      submit: fromPromise<string, Submission>(({ input, signal }) => {
        if (input.checks.length > 0 && termsOf(input.review) !== shown)
          violations.push(`${input.review.intentId} is submitted on terms that were not shown last`);
        if (requests.get(input.review) !== input.request)
          violations.push(`${input.review.intentId} is submitted with another request`);
        const unknownPayment = [...payments.keys()].find((intent) => !known.has(intent));
        if (unknownPayment !== undefined && unknownPayment !== input.review.intentId)
          violations.push(`${unknownPayment} was paid, and ${input.review.intentId} is submitted`);
        return watched(submissions, input as Submission<Request>, signal);
      }),
    },
  });
  const emitted: string[] = [];
  function start(unanswered?: PaymentInput['unanswered']) {
    const started = createActor(machine, {
      clock,
      input: {
        draft: { amount: '10' },
        emptyDraft,
        nextDraft: () => ({ amount: 'next' }),
        now: () => clock.now(),
        unanswered,
      },
    });
    started.subscribe((state) => {
      if (state.matches({ reviewed: 'review' }) && state.context.review) shown = termsOf(state.context.review);
    });
    started.on('confirmed', () => {
      const { review } = started.getSnapshot().context;
      if (review && termsOf(review) !== confirmed)
        violations.push(`${review.intentId} goes on without being confirmed`);
    });
    started.on('completed', ({ id }) => {
      emitted.push(id);
      for (const [intent, payment] of payments) if (payment === id) known.add(intent);
    });
    return started.start();
  }
  let actor = start();
  /** Records the call. The server can still respond late to a call that the machine abandoned. */
  function watched<Input, Output>(calls: Call<Input, Output>[], input: Input, signal: AbortSignal): Promise<Output> {
    const answer = deferred(calls, input);
    const call = calls.at(-1);
    signal.addEventListener('abort', () => {
      const index = calls.findIndex((each) => each === call);
      if (index < 0) return;
      calls.splice(index, 1);
      abandoned.push(() => call?.resolve('late' as Output));
    });
    return answer;
  }
  const pay = ({ review: { intentId: intent = '' } }: Submission): string => {
    const id = payments.get(intent) ?? `payment of ${intent}`;
    payments.set(intent, id);
    return id;
  };
  const environment: {
    [Type in EnvironmentEvent['type']]: (event: Extract<EnvironmentEvent, { type: Type }>) => void;
  } = {
    previewed({ changes }) {
      const call = previews.shift();
      if (!call) return;
      const review = reviewOf(`intent ${(intents += 1)}`, clock.now(), changes);
      requests.set(review, call.input);
      call.resolve(review);
    },
    previewFails: () => previews.shift()?.reject(new Error('No connection')),
    paid() {
      const call = submissions.shift();
      call?.resolve(pay(call.input));
    },
    submitFails({ as }) {
      const call = submissions.shift();
      if (call && paysLostSubmissions && call.input.checks.length > 0 && (as === 'lost' || as === 'inProgress'))
        pay(call.input);
      call?.reject(failures[as]());
    },
    expires: () => clock.increment(lifetime),
    reloads() {
      if (paysLostSubmissions) for (const { input } of submissions) if (input.checks.length > 0) pay(input);
      const unanswered = unansweredOf(actor.getSnapshot());
      actor.stop();
      actor = start(unanswered);
    },
  };
  /** Whether the server can behave like this: it never rejects a paid intent, and pays nothing without codes. */
  function isPossible(event: ScenarioEvent): boolean {
    const call = submissions[0];
    const isPaid = payments.has(call?.input.review.intentId ?? '');
    if (event.type === 'paid') return isPaid || call?.input.checks.length !== 0;
    return !isPaid || event.type !== 'submitFails' || (event.as !== 'retry' && event.as !== 'over');
  }
  async function apply(event: ScenarioEvent): Promise<void> {
    if (event.type === 'confirm') confirmed = shown;
    if (event.type in environment) environment[event.type as EnvironmentEvent['type']](event as never);
    else actor.send(event as PaymentEvent);
    // The next customer may start another payment.
    if (event.type === 'reset') for (const intent of payments.keys()) known.add(intent);
    await setImmediate();
  }
  async function answerLate(): Promise<void> {
    for (const answer of abandoned.splice(0)) answer();
    await setImmediate();
  }
  return {
    /** The machine of the current page. */
    get actor() {
      return actor;
    },
    clock,
    isPossible,
    apply,
    answerLate,
    emitted,
    payments,
    previews,
    submissions,
    violations,
  };
}

export const request: Request = { amount: '10' };
