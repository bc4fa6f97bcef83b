import { assign, fromPromise, setup } from 'xstate';

/** SMS 1, e-mail 2, authenticator 3. */
export type CheckType = 1 | 2 | 3;

const authenticator = 3;

export interface Sent {
  /** Milliseconds since the epoch, server time. */
  resendAt: number;
}

/** Why a code was refused, as far as the page must tell refusals apart. */
export interface Refusal {
  /** `again`: try another code. `expired`: ask for a new one. `over`: begin the act again. */
  kind: 'again' | 'expired' | 'over';
  message: string;
}

export interface VerificationInput {
  checkTypes: readonly CheckType[];
}

interface Context {
  checkTypes: readonly CheckType[];
  chosen: CheckType | undefined;
  /** When another code may be asked for, by check type; absent before the first. */
  resendAt: Partial<Record<CheckType, number>>;
  code: string;
  refusal: Refusal | undefined;
}

export type VerificationEvent =
  | { type: 'choose'; checkType: CheckType }
  | { type: 'send' }
  | { type: 'type'; code: string }
  | { type: 'submit' };

/**
 * Proving that it is them, for any act: choose a way, get a code, enter it. What the act is, how a code is sent and where the
 * proof goes are the two actors given to it; the page reads tags, not states.
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
    submit: fromPromise<void, { checkType: CheckType; code: string }>(() => Promise.reject(new Error('Not provided'))),
  },
  guards: {
    needsSending: ({ context }) => context.chosen !== undefined && context.chosen !== authenticator,
    isComplete: ({ context }) => context.chosen !== undefined && context.code.length === 6,
    isOver: (_, { kind }: { kind: Refusal['kind'] | undefined }) => kind === 'over',
  },
  actions: {
    refuse: assign({
      refusal: (_, { refusal }: { refusal: Refusal | undefined }) => refusal,
      // A code that has expired was sent longer ago than one must wait for the next.
      resendAt: ({ context }, { refusal }) =>
        refusal?.kind === 'expired' && context.chosen !== undefined
          ? { ...context.resendAt, [context.chosen]: 0 }
          : context.resendAt,
    }),
  },
}).createMachine({
  id: 'verification',
  initial: 'ready',
  context: ({ input }) => ({
    checkTypes: input.checkTypes,
    chosen: input.checkTypes[0],
    resendAt: {},
    code: '',
    refusal: undefined,
  }),
  states: {
    ready: {
      on: {
        choose: { actions: assign({ chosen: ({ event }) => event.checkType, code: '', refusal: undefined }) },
        type: { actions: assign({ code: ({ event }) => event.code, refusal: undefined }) },
        send: { guard: 'needsSending', target: 'sending' },
        submit: { guard: 'isComplete', target: 'submitting' },
      },
    },
    sending: {
      tags: 'sending',
      // What is typed meanwhile is kept: a code may arrive before the answer does.
      on: { type: { actions: assign({ code: ({ event }) => event.code, refusal: undefined }) } },
      invoke: {
        src: 'send',
        input: ({ context }) => context.chosen as CheckType,
        onDone: {
          target: 'ready',
          actions: assign({
            resendAt: ({ context, event }) => ({
              ...context.resendAt,
              [context.chosen as CheckType]: event.output.resendAt,
            }),
            code: '',
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
        input: ({ context }) => ({ checkType: context.chosen as CheckType, code: context.code }),
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

/** Thrown by the actors where the server refused; anything else (no connection) changes nothing here. */
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
