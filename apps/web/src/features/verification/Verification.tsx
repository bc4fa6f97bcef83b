import { useMachine } from '@xstate/react';
import type { MessageId } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Choice } from '@wusd/ui-kit/Choice';
import { CodeField } from '@wusd/ui-kit/CodeField';
import type { IconName } from '@wusd/ui-kit/Icon';
import { Notice } from '@wusd/ui-kit/Notice';
import { vars } from '@wusd/ui-kit/tokens';
import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import { type ReactNode, type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { fromPromise } from 'xstate';
import { useWords } from '../../app/words.ts';
import { type CheckType, type Sent, verificationMachine } from './verification.machine.ts';

export interface VerificationProps {
  /** Ways to prove it, masked as the server answered them. */
  checks: readonly { checkType: CheckType; masked: string }[];
  /** @throws RefusedError where the server refuses */
  send: (checkType: CheckType) => Promise<Sent>;
  /** @throws RefusedError where the server refuses */
  submit: (proof: { checkType: CheckType; code: string }) => Promise<void>;
  /** Milliseconds since the epoch, server time. */
  serverNow: () => number;
  onDone: () => void;
  /** Link to where the act begins, shown once this verification is over. */
  startAgain: ReactNode;
}

const ways: Record<CheckType, { label: MessageId; icon: IconName; required: MessageId }> = {
  1: { label: 'verify.sms', icon: 'phone', required: 'verify.codeRequired.sms' },
  2: { label: 'verify.email', icon: 'mail', required: 'verify.codeRequired.email' },
  3: { label: 'verify.authenticator', icon: 'key', required: 'verify.codeRequired.authenticator' },
};

const Form = styled.form`
  display: grid;
  gap: ${vars.space6};
`;

/** One page for proving any act: choose a way, get a code, enter it. */
export function Verification({ checks, send, submit, serverNow, onDone, startAgain }: VerificationProps) {
  const words = useWords();
  const [machine] = useState(() =>
    verificationMachine.provide({
      actors: {
        send: fromPromise<Sent, CheckType>(({ input }) => send(input)),
        submit: fromPromise<void, { checkType: CheckType; code: string }>(({ input }) => submit(input)),
      },
    }),
  );
  const [state, dispatch] = useMachine(machine, { input: { checkTypes: checks.map(({ checkType }) => checkType) } });
  const { chosen, code, refusal, resendAt } = state.context;
  const [isIncomplete, setIncomplete] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const done = useEffectEvent(onDone);
  const isDone = state.hasTag('done');
  useEffect(() => {
    if (isDone) done();
  }, [isDone]);

  const available = chosen === undefined ? undefined : resendAt[chosen];
  const seconds = useCountdown(available, serverNow);
  useEffect(() => {
    if (available !== undefined) field.current?.focus();
  }, [available]);

  if (state.hasTag('over')) {
    return (
      <Notice tone="negative" role="alert" action={startAgain}>
        {refusal?.message}
      </Notice>
    );
  }

  const masked = checks.find(({ checkType }) => checkType === chosen)?.masked ?? '';
  const isSent = available !== undefined;
  const isBySending = chosen !== 3;
  const complaint =
    isIncomplete && code.length < 6
      ? code === '' && chosen
        ? words(ways[chosen].required)
        : words('verify.codeIncomplete')
      : refusal?.message;

  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    setIncomplete(true);
    if (code.length < 6) field.current?.focus();
    dispatch({ type: 'submit' });
  };

  return (
    <Form onSubmit={onSubmit} noValidate>
      <Choice
        legend={words('verify.choose')}
        value={chosen === undefined ? undefined : String(chosen)}
        onChange={(value) => {
          setIncomplete(false);
          dispatch({ type: 'choose', checkType: Number(value) as CheckType });
        }}
        options={checks.map((check) => ({
          value: String(check.checkType),
          label: words(ways[check.checkType].label),
          icon: ways[check.checkType].icon,
          hint:
            check.checkType === 3
              ? words('verify.authenticator.hint')
              : words('verify.sms.to', { masked: check.masked }),
        }))}
      />
      {isBySending && isSent && <Notice tone="info">{words('verify.sent', { masked })}</Notice>}
      <VisuallyHidden role="status">{isBySending && isSent ? words('verify.sent', { masked }) : ''}</VisuallyHidden>
      {(isSent || !isBySending) && (
        <>
          <CodeField
            ref={field}
            label={words('verify.code')}
            value={code}
            error={complaint}
            disabled={state.hasTag('submitting')}
            onChange={(digits) => {
              setIncomplete(false);
              dispatch({ type: 'type', code: digits });
            }}
            onComplete={() => dispatch({ type: 'submit' })}
          />
          <Button type="submit" isWide isBusy={state.hasTag('submitting')}>
            {words('verify.submit')}
          </Button>
        </>
      )}
      {isBySending && (
        <Button
          variant={isSent ? 'quiet' : 'primary'}
          isWide
          isBusy={state.hasTag('sending')}
          disabled={seconds > 0}
          onClick={() => {
            setIncomplete(false);
            dispatch({ type: 'send' });
          }}
        >
          {seconds > 0 ? words('verify.resendIn', { seconds }) : words(isSent ? 'verify.resend' : 'verify.send')}
        </Button>
      )}
      {!isSent && isBySending && refusal && (
        <Notice tone="negative" role="alert">
          {refusal.message}
        </Notice>
      )}
    </Form>
  );
}

/** Whole seconds until an instant of the server's clock, counted down; zero before and after. */
function useCountdown(until: number | undefined, serverNow: () => number): number {
  const remaining = useEffectEvent(() =>
    until === undefined ? 0 : Math.max(0, Math.ceil((until - serverNow()) / 1000)),
  );
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const update = (): void => setSeconds(remaining());
    update();
    if (until === undefined) return undefined;
    const timer = setInterval(update, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
}
