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
  /** Groups to verify, each with any one of its methods. */
  groups: readonly (readonly Offer[])[];
  /** When another code may be requested, for each check type with a sent code. @default none */
  sent?: Partial<Record<CheckType, number>>;
  /** Whether even the first code is sent only on request. @default false */
  isOnRequest?: boolean;
  /** @throws RefusedError if the server refuses */
  send: (checkType: CheckType) => Promise<Sent>;
  /**
   * Requests a passkey assertion from the browser. Undefined if passkeys can't be used.
   *
   * @throws RefusedError if the server, the customer or the device refuses
   */
  askPasskey?: (signal: AbortSignal) => Promise<PasskeyAssertion>;
  /**
   * Submits one check for each group, in order. A passkey can prove several groups.
   *
   * @throws RefusedError if the server refuses
   */
  submit: (checks: readonly Check[]) => Promise<void>;
  /** Milliseconds since the epoch, server time. */
  serverNow: () => number;
}

/** Runs the verification machine, and derives the page's data from its state. */
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
    /** Position among the groups that need their own check, and the number of those groups. */
    position: needed.indexOf(at),
    count: needed.length,
    refusal,
    step,
    /** Error of the last submission, unless the server refused it. */
    failure,
    offers,
    method: offers.find(({ checkType }) => checkType === step.chosen) ?? { checkType: step.chosen, masked: '' },
    /** When another code may be requested; undefined before the first code. */
    available,
    seconds: useCountdown(available, serverNow),
    has: (tag: 'sending' | 'asking' | 'submitting' | 'over' | 'done') => state.hasTag(tag),
    dispatch,
  };
}
