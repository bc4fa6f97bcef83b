import type { PasskeyAssertion } from '@wusd/auth-core/passkey';
import { assign, fromPromise, setup } from 'xstate';

/** SMS 1, e-mail 2, authenticator 3, passkey 4. */
export type CheckType = 1 | 2 | 3 | 4;

/** Verifies a group: six digits, a recovery code instead of the authenticator's code, or a passkey assertion. */
export type Check =
  | { checkType: 1 | 2 | 3; code: string }
  | { checkType: 3; recoveryCode: string }
  | { checkType: 4; assertion: PasskeyAssertion };

const authenticator = 3;
const passkey = 4;
const digits = /^\d{6}$/;

export interface Sent {
  /** Milliseconds since the epoch, server time. */
  resendAt: number;
}

/** A rejection, by the reasons that the page distinguishes. */
export interface Refusal {
  /**
   * `again`: try another code. `expired`: request a new code. `over`: start the command again.
   * For a passkey, without a server message: `declined` by the customer; `failed` on this device.
   */
  kind: 'again' | 'expired' | 'over' | 'declined' | 'failed';
  message: string;
  /** Position of the rejected check, if the server names it. */
  check?: number | undefined;
}

export interface VerificationInput {
  /** Groups to verify one after the other, each with any one of its types. */
  groups: readonly (readonly CheckType[])[];
  /** When another code may be requested, for each type with a sent code. Milliseconds since the epoch, server time. */
  resendAt: Partial<Record<CheckType, number>>;
  /** Whether even the first code is sent only on request. @default false */
  isOnRequest?: boolean;
}

/** Progress of one group. */
export interface Step {
  chosen: CheckType;
  code: string;
  /** Whether a recovery code is typed instead of the authenticator's code. */
  isRecovery: boolean;
  /** Assertion of the chosen passkey. It is valid for one submission. */
  assertion?: PasskeyAssertion | undefined;
}

interface Context {
  groups: readonly (readonly CheckType[])[];
  at: number;
  steps: readonly Step[];
  /** When another code may be requested, by check type; absent before the first code. */
  resendAt: Partial<Record<CheckType, number>>;
  isOnRequest: boolean;
  refusal: Refusal | undefined;
}

export type VerificationEvent =
  | { type: 'choose'; checkType: CheckType }
  | { type: 'recovery'; isOn: boolean }
  | { type: 'send' }
  | { type: 'type'; code: string }
  /** Opens the browser's dialog. */
  | { type: 'passkey' }
  | { type: 'submit' }
  | { type: 'back' };

/** The step on screen. */
export function stepOf({ steps, at }: Pick<Context, 'steps' | 'at'>): Step {
  const step = steps[at];
  if (!step) throw new Error('A verification without a group');
  return step;
}

function isComplete({ chosen, code, isRecovery, assertion }: Step): boolean {
  if (chosen === passkey) return assertion !== undefined;
  return isRecovery ? code.trim() !== '' : digits.test(code);
}

function checkOf({ chosen, code, isRecovery, assertion }: Step): Check[] {
  if (chosen === passkey) return assertion ? [{ checkType: passkey, assertion }] : [];
  return [isRecovery ? { checkType: authenticator, recoveryCode: code.trim() } : { checkType: chosen, code }];
}

/** Positions of the groups that need their own check. A passkey also verifies later groups that accept a passkey. */
export function neededGroups({ groups, steps }: Pick<Context, 'groups' | 'steps'>): number[] {
  return [...groups.keys()].filter(
    (index) => !groups[index]?.includes(passkey) || !steps.slice(0, index).some(({ chosen }) => chosen === passkey),
  );
}

const nextNeeded = (context: Context): number | undefined => neededGroups(context).find((index) => index > context.at);
const neededSteps = (context: Context): Step[] => neededGroups(context).flatMap((index) => context.steps[index] ?? []);

/** The group that a refusal concerns. */
const refusedGroup = (context: Context, refusal: Refusal | undefined): number =>
  neededGroups(context)[refusal?.check ?? -1] ?? context.at;

/** The steps for the next group. If this group did not use a passkey, the next one starts with another method too. */
function stepsAfter(context: Context): readonly Step[] {
  const next = nextNeeded(context);
  if (stepOf(context).chosen === passkey) return context.steps;
  return context.steps.map((step, index) => {
    const other = context.groups[index]?.find((checkType) => checkType !== passkey);
    return index === next && step.chosen === passkey && !step.assertion && other ? { ...step, chosen: other } : step;
  });
}

/**
 * The steps after a refusal. A passkey is checked last, so its assertion is used up unless another check was refused.
 */
function stepsRefused(context: Context, refusal: Refusal | undefined): readonly Step[] {
  const group = refusedGroup(context, refusal);
  const isOther = refusal === undefined || (refusal.check !== undefined && context.steps[group]?.chosen !== passkey);
  return isOther ? context.steps : context.steps.map((step) => ({ ...step, assertion: undefined }));
}

const change = (context: Context, next: Partial<Step>): readonly Step[] =>
  context.steps.map((step, index) => (index === context.at ? { ...step, ...next } : step));

/**
 * Verifies the customer for any command. For each group in turn, the customer chooses a method and enters a code or
 * uses a passkey; all checks are submitted together. The actors define how to send a code, request a passkey and
 * submit. The page reads tags, not states.
 */
export const verificationMachine = setup({
  types: {
    context: {} as Context,
    events: {} as VerificationEvent,
    input: {} as VerificationInput,
    tags: {} as 'sending' | 'asking' | 'submitting' | 'over' | 'done',
  },
  actors: {
    send: fromPromise<Sent, CheckType>(() => Promise.reject(new Error('Not provided'))),
    ask: fromPromise<PasskeyAssertion>(() => Promise.reject(new Error('Not provided'))),
    submit: fromPromise<void, readonly Check[]>(() => Promise.reject(new Error('Not provided'))),
  },
  guards: {
    isAuthenticator: ({ context }) => stepOf(context).chosen === authenticator,
    isPasskey: ({ context }) => stepOf(context).chosen === passkey,
    needsSending: ({ context }) => stepOf(context).chosen < authenticator,
    isUnsent: ({ context }) =>
      !context.isOnRequest &&
      stepOf(context).chosen < authenticator &&
      context.resendAt[stepOf(context).chosen] === undefined,
    hasMore: ({ context }) => isComplete(stepOf(context)) && nextNeeded(context) !== undefined,
    isWhole: ({ context }) => neededSteps(context).every(isComplete),
    isOver: (_, { kind }: { kind: Refusal['kind'] | undefined }) => kind === 'over',
  },
  actions: {
    choose: assign({
      steps: ({ context, event }) =>
        event.type === 'choose'
          ? change(context, { chosen: event.checkType, code: '', isRecovery: false, assertion: undefined })
          : context.steps,
      refusal: undefined,
    }),
    goOn: assign({
      at: ({ context }) => nextNeeded(context) ?? context.at,
      steps: ({ context }) => stepsAfter(context),
      refusal: undefined,
    }),
    noteSent: assign({ resendAt: ({ context }) => ({ [stepOf(context).chosen]: 0, ...context.resendAt }) }),
    refuse: assign({
      refusal: (_, { refusal }: { refusal: Refusal | undefined }) => refusal,
      at: ({ context }, { refusal }) => refusedGroup(context, refusal),
      steps: ({ context }, { refusal }) => stepsRefused(context, refusal),
      // An expired code is older than the delay between two codes, so a new one can be requested immediately.
      resendAt: ({ context }, { refusal }) =>
        refusal?.kind === 'expired'
          ? { ...context.resendAt, [context.steps[refusedGroup(context, refusal)]?.chosen ?? 1]: 0 }
          : context.resendAt,
    }),
  },
}).createMachine({
  id: 'verification',
  initial: 'arriving',
  context: ({ input }) => ({
    groups: input.groups,
    at: 0,
    steps: input.groups.map(([first = 1]) => ({ chosen: first, code: '', isRecovery: false })),
    resendAt: input.resendAt,
    isOnRequest: input.isOnRequest ?? false,
    refusal: undefined,
  }),
  states: {
    // The code of a group's first method is sent automatically; that of another method only on request.
    arriving: { always: [{ guard: 'isUnsent', target: 'sending' }, { target: 'ready' }] },
    ready: {
      on: {
        choose: { actions: 'choose' },
        recovery: {
          guard: 'isAuthenticator',
          actions: assign({
            steps: ({ context, event }) => change(context, { isRecovery: event.isOn, code: '' }),
            refusal: undefined,
          }),
        },
        type: {
          actions: assign({ steps: ({ context, event }) => change(context, { code: event.code }), refusal: undefined }),
        },
        back: {
          actions: assign({
            at: ({ context }) => neededGroups(context).findLast((index) => index < context.at) ?? 0,
            refusal: undefined,
          }),
        },
        passkey: { guard: 'isPasskey', target: 'asking', actions: assign({ refusal: undefined }) },
        send: {
          guard: 'needsSending',
          target: 'sending',
          actions: assign({ steps: ({ context }) => change(context, { code: '' }) }),
        },
        submit: [
          { guard: 'hasMore', target: 'arriving', actions: 'goOn' },
          { guard: 'isWhole', target: 'submitting' },
        ],
      },
    },
    sending: {
      tags: 'sending',
      // A code can arrive before the response of the call that sends it: the field and both buttons work meanwhile.
      on: {
        choose: { target: 'ready', actions: 'choose' },
        submit: [
          { guard: 'hasMore', target: 'arriving', actions: ['noteSent', 'goOn'] },
          { guard: 'isWhole', target: 'submitting', actions: 'noteSent' },
        ],
        type: {
          actions: assign({ steps: ({ context, event }) => change(context, { code: event.code }), refusal: undefined }),
        },
      },
      invoke: {
        src: 'send',
        input: ({ context }) => stepOf(context).chosen,
        onDone: {
          target: 'ready',
          actions: assign({
            resendAt: ({ context, event }) => ({
              ...context.resendAt,
              [stepOf(context).chosen]: event.output.resendAt,
            }),
            refusal: undefined,
          }),
        },
        onError: [
          {
            guard: { type: 'isOver', params: ({ event }) => ({ kind: refusalOf(event.error)?.kind }) },
            target: 'over',
            actions: { type: 'refuse', params: ({ event }) => ({ refusal: refusalOf(event.error) }) },
          },
          {
            target: 'ready',
            actions: { type: 'refuse', params: ({ event }) => ({ refusal: refusalOf(event.error) }) },
          },
        ],
      },
    },
    asking: {
      tags: 'asking',
      // Leaving this state closes the browser's dialog.
      on: { choose: { target: 'ready', actions: 'choose' } },
      invoke: {
        src: 'ask',
        onDone: {
          target: 'asked',
          actions: assign({ steps: ({ context, event }) => change(context, { assertion: event.output }) }),
        },
        onError: [
          {
            guard: { type: 'isOver', params: ({ event }) => ({ kind: refusalOf(event.error)?.kind }) },
            target: 'over',
            actions: { type: 'refuse', params: ({ event }) => ({ refusal: refusalOf(event.error) }) },
          },
          {
            target: 'ready',
            actions: { type: 'refuse', params: ({ event }) => ({ refusal: refusalOf(event.error) }) },
          },
        ],
      },
    },
    asked: {
      always: [
        { guard: 'hasMore', target: 'arriving', actions: 'goOn' },
        { guard: 'isWhole', target: 'submitting' },
        { target: 'ready' },
      ],
    },
    submitting: {
      tags: 'submitting',
      invoke: {
        src: 'submit',
        input: ({ context }) => neededSteps(context).flatMap(checkOf),
        onDone: 'done',
        onError: [
          {
            guard: { type: 'isOver', params: ({ event }) => ({ kind: refusalOf(event.error)?.kind }) },
            target: 'over',
            actions: { type: 'refuse', params: ({ event }) => ({ refusal: refusalOf(event.error) }) },
          },
          {
            target: 'ready',
            actions: { type: 'refuse', params: ({ event }) => ({ refusal: refusalOf(event.error) }) },
          },
        ],
      },
    },
    over: { tags: 'over', type: 'final' },
    done: { tags: 'done', type: 'final' },
  },
});

/** Thrown by the actors if the server refuses. Other errors, such as a lost connection, leave the state unchanged. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

function refusalOf(error: unknown): Refusal | undefined {
  return error instanceof RefusedError ? error.refusal : undefined;
}
