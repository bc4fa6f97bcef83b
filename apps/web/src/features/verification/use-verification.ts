import { canUsePasskeys } from '@wusd/auth-core/passkey';
import type { PasskeyAssertion } from '@wusd/auth-core/passkey';
import { useMachine } from '@xstate/react';
import { useState } from 'react';
import { fromPromise } from 'xstate';
import { useCountdown } from '../../shared/state/use-countdown.ts';
import { knownMethods, type Offer } from './methods.ts';
import {
  type Check,
  type CheckType,
  neededGroups,
  type Sent,
  stepOf,
  verificationMachine,
} from './verification.machine.ts';

export interface VerificationActors {
  /** What must be verified, each group by any one of its methods. */
  groups: readonly (readonly Offer[])[];
  /** When another code may be requested, by the types of which one was sent already. @default none */
  sent?: Partial<Record<CheckType, number>>;
  /** Whether even the first code is sent only on request. @default false */
  isOnRequest?: boolean;
  /** @throws RefusedError where the server refuses */
  send: (checkType: CheckType) => Promise<Sent>;
  /**
   * Asks the browser for a passkey. Left out where none can be used.
   *
   * @throws RefusedError where the server, the customer or the device refuses
   */
  askPasskey?: (signal: AbortSignal) => Promise<PasskeyAssertion>;
  /** One check for each group, in their order; a passkey can prove several. @throws RefusedError where the server refuses */
  submit: (checks: readonly Check[]) => Promise<void>;
  /** Milliseconds since the epoch, server time. */
  serverNow: () => number;
}

/** The machine, with what the page shows of its state. */
export function useVerification({
  groups: offered,
  sent = {},
  isOnRequest = false,
  send,
  askPasskey,
  submit,
  serverNow,
}: VerificationActors) {
  const groups = knownMethods(offered, askPasskey !== undefined && canUsePasskeys());
  const [failure, setFailure] = useState<unknown>();
  const [machine] = useState(() =>
    verificationMachine.provide({
      actors: {
        send: fromPromise<Sent, CheckType>(({ input }) => send(input)),
        ...(askPasskey && { ask: fromPromise<PasskeyAssertion>(({ signal }) => askPasskey(signal)) }),
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
    input: { groups: groups.map((group) => group.map(({ checkType }) => checkType)), resendAt: sent, isOnRequest },
  });
  const { at, refusal, resendAt } = state.context;
  const step = stepOf(state.context);
  const available = resendAt[step.chosen];
  const offers = groups[at] ?? [];
  const needed = neededGroups(state.context);
  return {
    at,
    /** Position among the groups that need a check of their own, and how many these are. */
    position: needed.indexOf(at),
    count: needed.length,
    refusal,
    step,
    /** Error of the last submission, unless the server refused it. */
    failure,
    offers,
    method: offers.find(({ checkType }) => checkType === step.chosen) ?? { checkType: step.chosen, masked: '' },
    /** When another code may be requested; undefined before the first. */
    available,
    seconds: useCountdown(available, serverNow),
    has: (tag: 'sending' | 'asking' | 'submitting' | 'over' | 'done') => state.hasTag(tag),
    dispatch,
  };
}
