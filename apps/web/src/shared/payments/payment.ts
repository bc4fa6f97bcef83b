import type { MfaCheck, Review } from '@wusd/api-sdk/core';
import type { MessageId } from '@wusd/i18n';
import * as v from 'valibot';
import { type Actor, createActor, fromPromise, waitFor } from 'xstate';
import { invalidation } from '../api/invalidation.ts';
import { reportFailure } from '../feedback/failures.ts';
import { isRefusal } from '../forms/submission.ts';
import type { RoutePath } from '../routing/route-table.ts';
import { createCustomerDraft } from '../state/customer-drafts.ts';
import { rememberDraft } from '../state/remember-draft.ts';
import { createStoredDraft } from '../state/stored-draft.ts';
import {
  type CommandName,
  pendingCommand,
  startVerification,
  verificationPath,
} from '../verification/pending-command.ts';
import { storedSubmission } from './stored-submission.ts';
import { paymentMachine, unansweredOf } from './payment.machine.ts';
import type { PaymentEvent, PaymentInput, Submission } from './payment-types.ts';
import type { Terms } from './terms.ts';

export interface PaymentConfiguration<Draft, Request> extends Pick<PaymentInput<Draft>, 'nextDraft' | 'now'> {
  command: CommandName;
  /** Schema of a stored draft, possibly from an older app version. It must accept `{}`, which is the empty draft. */
  draftSchema: v.GenericSchema<unknown, Draft>;
  /** Path of the form, if visitors may fill it in before they sign in. */
  visitorPath?: RoutePath;
  /** Message under the title of the verification page. */
  intro: MessageId;
  preview: (request: Request) => Promise<Review>;
  /** Builds a new request for an expired review. @default the same request, which must be valid more than once */
  renewRequest?: (draft: Draft) => Promise<Request>;
  /** @returns the id of the payment */
  submit: (submission: Submission<Request>) => Promise<string>;
}

/**
 * A payment of this tab. It outlives its pages, and resets to an empty draft when the session ends. The draft is stored
 * for the customer, except while a submission is in flight or has no response: the payment may have been executed, so
 * another tab must not offer it again.
 */
export interface Payment<Draft, Request> {
  actor: Actor<typeof paymentMachine>;
  send: (event: PaymentEvent<Draft, Request>) => void;
  draft: () => Draft;
  change: (part: Partial<Draft>) => void;
  /** Path of the page that verifies the payment. */
  verificationPath: ReturnType<typeof verificationPath>;
  /** The request of the current review, if any. */
  request: () => Request | undefined;
  /** The terms shown before the last renewal of the review, if any. */
  earlier: () => Terms<Request> | undefined;
  /**
   * Stores the confirmed review for the verification page.
   *
   * @param recipient name of the recipient; undefined for a swap
   * @returns path of the verification page
   */
  startVerification: (
    recipient: string | undefined,
    onCompleted: (id: string) => Promise<void> | void,
  ) => ReturnType<typeof startVerification>;
}

export function createPayment<Draft extends object, Request>(
  configuration: PaymentConfiguration<Draft, Request>,
): Payment<Draft, Request> {
  const { command, intro, preview, renewRequest, submit, draftSchema, visitorPath, nextDraft, now } = configuration;
  const visitors = visitorPath && createStoredDraft(visitorPath, draftSchema);
  const emptyDraft = visitors?.empty ?? v.parse(draftSchema, {});
  const draft = visitors?.read() ?? emptyDraft;
  const stored = storedSubmission(command, draftSchema);
  const actor = createActor(
    paymentMachine.provide({
      actors: {
        preview: fromPromise<Review, unknown>(({ input }) => preview(input as Request)),
        renew: fromPromise<Terms, { draft: unknown; request: unknown }>(async ({ input }) => {
          const request = renewRequest ? await renewRequest(input.draft as Draft) : (input.request as Request);
          return { request, review: await preview(request) };
        }),
        submit: fromPromise<string, Submission>(({ input }) => submit(input as Submission<Request>)),
      },
      actions: {
        // The form shows a rejection itself.
        reportFailure: (_, { error }) => {
          if (!isRefusal(error)) reportFailure(error);
        },
      },
    }),
    { input: { draft, emptyDraft, nextDraft: (last) => nextDraft(last as Draft), now, unanswered: stored.read() } },
  );
  const read = () => actor.getSnapshot();
  actor.subscribe((state) => {
    stored.write(unansweredOf(state));
    if (!state.hasTag('confirmed') && pendingCommand.get()?.command === command) pendingCommand.set(undefined);
  });
  actor.start();
  invalidation.subscribe((event) => event === 'session-ended' && actor.send({ type: 'reset' }));
  rememberDraft<Draft>({
    stored: createCustomerDraft(command, draftSchema),
    visitors,
    current() {
      const { isTyped, draft: typed } = read().context;
      return isTyped && !unansweredOf(read()) ? (typed as Draft) : undefined;
    },
    subscribe: (listener) => actor.subscribe(listener),
    restore: (found) => actor.send({ type: 'restore', draft: found }),
    discard: () => actor.send({ type: 'submittedElsewhere' }),
  });

  async function execute(checks: readonly MfaCheck[]): Promise<string> {
    actor.send({ type: 'submit', checks });
    const state = await waitFor(actor, (each) => !each.hasTag('submitting'), { timeout: Infinity });
    if (state.hasTag('completed')) return state.context.paymentId ?? '';
    // The session ended meanwhile, so there is no result to report.
    throw state.context.rejection ?? new DOMException('The payment was abandoned', 'AbortError');
  }
  return {
    actor,
    send: actor.send,
    verificationPath: verificationPath(command),
    draft: () => read().context.draft as Draft,
    change: (part) => actor.send({ type: 'change', draft: { ...(read().context.draft as Draft), ...part } }),
    request: () => read().context.request as Request | undefined,
    earlier: () => read().context.earlier as Terms<Request> | undefined,
    startVerification(recipient, onCompleted) {
      const { review } = read().context;
      if (!review) throw new Error('Only a reviewed payment can be verified');
      const { sends, receives, fees, arrivesBy, saves } = review;
      return startVerification({
        command,
        intro,
        review,
        payment: { sends, receives, fees, arrivesBy, recipient, savedUntil: saves?.payoutsFrom },
        execute: (_, checks) => execute(checks).then(onCompleted),
      });
    },
  };
}
