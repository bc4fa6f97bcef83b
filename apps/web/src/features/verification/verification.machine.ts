import { assign, fromPromise, setup } from 'xstate';

/** SMS 1, e-mail 2, authenticator 3. */
export type CheckType = 1 | 2 | 3;

/** The code of one group: six digits, or a recovery code instead of the authenticator's code. */
export type Check = { checkType: CheckType; code: string } | { checkType: 3; recoveryCode: string };

const authenticator = 3;
const digits = /^\d{6}$/;

export interface Sent {
  /** Milliseconds since the epoch, server time. */
  resendAt: number;
}

/** Reasons why codes are refused that the page tells apart. */
export interface Refusal {
  /** `again`: try another code. `expired`: request a new one. `over`: begin the command again. */
  kind: 'again' | 'expired' | 'over';
  message: string;
  /** Type of the check that was refused, if the server names it. */
  check?: number | undefined;
}

export interface VerificationInput {
  /** Each is verified by any one of its types, one group after the other. */
  groups: readonly (readonly CheckType[])[];
  /** When another code may be requested, by the types of which one was sent already. Milliseconds since the epoch, server time. */
  resendAt: Partial<Record<CheckType, number>>;
}

/** Progress of one group. */
export interface Step {
  chosen: CheckType;
  code: string;
  /** Whether a recovery code is typed instead of the authenticator's code. */
  isRecovery: boolean;
}

interface Context {
  groups: readonly (readonly CheckType[])[];
  at: number;
  steps: readonly Step[];
  /** When another code may be requested, by check type; absent before the first. */
  resendAt: Partial<Record<CheckType, number>>;
  refusal: Refusal | undefined;
}

export type VerificationEvent =
  | { type: 'choose'; checkType: CheckType }
  | { type: 'recovery'; isOn: boolean }
  | { type: 'send' }
  | { type: 'type'; code: string }
  | { type: 'submit' }
  | { type: 'back' };

/** The step that is on screen. */
export function stepOf({ steps, at }: Pick<Context, 'steps' | 'at'>): Step {
  const step = steps[at];
  if (!step) throw new Error('A verification without a group');
  return step;
}

function isComplete({ code, isRecovery }: Step): boolean {
  return isRecovery ? code.trim() !== '' : digits.test(code);
}

function checkOf({ chosen, code, isRecovery }: Step): Check {
  return isRecovery ? { checkType: 3, recoveryCode: code.trim() } : { checkType: chosen, code };
}

const change = (context: Context, next: Partial<Step>): readonly Step[] =>
  context.steps.map((step, index) => (index === context.at ? { ...step, ...next } : step));

/**
 * Proving that it is them, for any act: for one group after the other choose a way, get a code, enter it; all are submitted
 * together. What the act is, how a code is sent and where the proof goes are the two actors given to it; the page reads tags,
 * not states.
 */
export const verificationMachine = setup({
  types: {
    context: {} as Context,
    events: {} as VerificationEvent,
    input: {} as VerificationInput,
    tags: {} as 'sending' | 'submitting' | 'over' | 'done',
  },
  actors: {
    send: fromPromise<Sent, CheckType>(() => Promise.reject(new Error('Not provided'))),
    submit: fromPromise<void, readonly Check[]>(() => Promise.reject(new Error('Not provided'))),
  },
  guards: {
    isAuthenticator: ({ context }) => stepOf(context).chosen === authenticator,
    needsSending: ({ context }) => stepOf(context).chosen !== authenticator,
    isUnsent: ({ context }) =>
      stepOf(context).chosen !== authenticator && context.resendAt[stepOf(context).chosen] === undefined,
    hasMore: ({ context }) => isComplete(stepOf(context)) && context.at < context.groups.length - 1,
    isWhole: ({ context }) => context.steps.every(isComplete),
    isOver: (_, { kind }: { kind: Refusal['kind'] | undefined }) => kind === 'over',
  },
  actions: {
    choose: assign({
      steps: ({ context, event }) =>
        event.type === 'choose'
          ? change(context, { chosen: event.checkType, code: '', isRecovery: false })
          : context.steps,
      refusal: undefined,
    }),
    goOn: assign({ at: ({ context }) => context.at + 1, refusal: undefined }),
    noteSent: assign({ resendAt: ({ context }) => ({ [stepOf(context).chosen]: 0, ...context.resendAt }) }),
    refuse: assign({
      refusal: (_, { refusal }: { refusal: Refusal | undefined }) => refusal,
      at: ({ context }, { refusal }) => Math.min(refusal?.check ?? context.at, context.groups.length - 1),
      // An expired code is older than the delay between two codes.
      resendAt: ({ context }, { refusal }) =>
        refusal?.kind === 'expired'
          ? { ...context.resendAt, [context.steps[refusal.check ?? context.at]?.chosen ?? 1]: 0 }
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
        back: { actions: assign({ at: ({ context }) => Math.max(0, context.at - 1), refusal: undefined }) },
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
      // A code can arrive before the answer of the call that sends it: the field and both buttons work meanwhile.
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
    submitting: {
      tags: 'submitting',
      invoke: {
        src: 'submit',
        input: ({ context }) => context.steps.map(checkOf),
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

/** Thrown by the actors if the server refuses; other errors (no connection) leave the state as it is. */
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
