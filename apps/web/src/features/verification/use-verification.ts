import { useMachine } from '@xstate/react';
import { useState } from 'react';
import { fromPromise } from 'xstate';
import { useCountdown } from '../../shared/state/use-countdown.ts';
import type { Method } from './methods.ts';
import { type Check, type CheckType, type Sent, stepOf, verificationMachine } from './verification.machine.ts';

export interface VerificationActors {
  /** What must be verified, each group by any one of its methods. */
  groups: readonly (readonly Method[])[];
  /** When another code may be requested, by the types of which one was sent already. @default none */
  sent?: Partial<Record<CheckType, number>>;
  /** @throws RefusedError where the server refuses */
  send: (checkType: CheckType) => Promise<Sent>;
  /** One check for each group, in their order. @throws RefusedError where the server refuses */
  submit: (checks: readonly Check[]) => Promise<void>;
  /** Milliseconds since the epoch, server time. */
  serverNow: () => number;
}

/** The machine, with what the page shows of its state. */
export function useVerification({ groups, sent = {}, send, submit, serverNow }: VerificationActors) {
  const [failure, setFailure] = useState<unknown>();
  const [machine] = useState(() =>
    verificationMachine.provide({
      actors: {
        send: fromPromise<Sent, CheckType>(({ input }) => send(input)),
        submit: fromPromise<void, readonly Check[]>(({ input }) => {
          setFailure(undefined);
          return submit(input).catch((error: unknown) => {
            setFailure(error);
            throw error;
          });
        }),
      },
    }),
  );
  const [state, dispatch] = useMachine(machine, {
    input: { groups: groups.map((group) => group.map(({ checkType }) => checkType)), resendAt: sent },
  });
  const { at, refusal, resendAt } = state.context;
  const step = stepOf(state.context);
  const available = resendAt[step.chosen];
  const offers = groups[at] ?? [];
  return {
    at,
    refusal,
    step,
    /** Error of the last submission, unless the server refused it. */
    failure,
    offers,
    method: offers.find(({ checkType }) => checkType === step.chosen) ?? { checkType: step.chosen, masked: '' },
    /** When another code may be requested; undefined before the first. */
    available,
    seconds: useCountdown(available, serverNow),
    has: (tag: 'sending' | 'submitting' | 'over' | 'done') => state.hasTag(tag),
    dispatch,
  };
}
