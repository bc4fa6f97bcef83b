import { Button } from '@wusd/ui-kit/Button';
import { Notice } from '@wusd/ui-kit/Notice';
import { StepIndicator } from '@wusd/ui-kit/StepIndicator';
import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { CaptchaError } from '../../shared/forms/captcha-error.ts';
import { Form } from '../../shared/forms/Form.tsx';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { CodeEntry } from './CodeEntry.tsx';
import { MethodChoice } from './MethodChoice.tsx';
import { incompleteMessage, type Method, sentTo } from './methods.ts';
import { SendCode } from './SendCode.tsx';
import { useVerification, type VerificationActors } from './use-verification.ts';
import type { Refusal, Step, VerificationEvent } from './verification.machine.ts';

export interface VerificationProps extends VerificationActors {
  onDone: () => void;
  /** Link to where the command begins, shown once this verification is over. */
  startAgain: ReactNode;
}

/** Verifies any command: for each group choose a method, get a code, enter it. */
export function Verification({ onDone, startAgain, ...actors }: VerificationProps) {
  const verification = useVerification(actors);
  const { refusal, has } = verification;
  const done = useEffectEvent(onDone);
  const isDone = has('done');
  useEffect(() => {
    if (isDone) done();
  }, [isDone]);
  if (has('over')) {
    return (
      <Notice tone="negative" role="alert" action={startAgain}>
        {refusal?.message}
      </Notice>
    );
  }
  return <Group {...verification} count={actors.groups.length} />;
}

interface GroupProps extends ReturnType<typeof useVerification> {
  /** How many groups there are. */
  count: number;
}

/** The group that is on screen. */
function Group({ at, count, refusal, step, failure, offers, method, available, seconds, has, dispatch }: GroupProps) {
  const t = useTranslate();
  const [isChecked, setChecked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (available !== undefined) field.current?.focus();
  }, [available]);
  const heading = useFocusOnChange(at);

  const isBySending = step.chosen !== 3;
  const isSent = isBySending && available !== undefined;
  // A code can arrive before the answer of the call that sends it.
  const isExpected = isSent || has('sending');
  const incomplete = incompleteMessage(step);
  const change = (event: VerificationEvent): void => {
    setChecked(false);
    dispatch(event);
  };
  const submit = (): void => {
    setChecked(incomplete !== undefined);
    if (incomplete) field.current?.focus();
    dispatch({ type: 'submit' });
  };

  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      noValidate
    >
      {count > 1 && <StepIndicator ref={heading} headingLevel={2} label={t('verify.step', { step: at + 1, count })} />}
      <MethodChoice
        offers={offers}
        chosen={step.chosen}
        onChoose={(checkType) => change({ type: 'choose', checkType })}
      />
      <SentNotice isSent={isSent} method={method} />
      {(isExpected || !isBySending) && (
        <>
          <CodeEntry
            key={at}
            ref={field}
            code={step.code}
            isRecovery={step.isRecovery}
            error={isChecked && incomplete ? t(incomplete) : refusal?.message}
            isDisabled={has('submitting')}
            onType={(code) => change({ type: 'type', code })}
            onComplete={() => dispatch({ type: 'submit' })}
          />
          <Button type="submit" isWide isBusy={has('submitting')}>
            {t(at === count - 1 ? 'verify.submit' : 'verify.next')}
          </Button>
        </>
      )}
      <OtherCode isExpected={isExpected} seconds={seconds} isBusy={has('sending')} step={step} onChange={change} />
      {at > 0 && (
        <Button variant="quiet" isWide onClick={() => dispatch({ type: 'back' })}>
          {t('verify.back')}
        </Button>
      )}
      {failure instanceof CaptchaError && <FormError error={failure} />}
      {isBySending && !isExpected && <SendingRefused refusal={refusal} />}
    </Form>
  );
}

interface OtherCodeProps {
  /** A code was sent, or is being sent. */
  isExpected: boolean;
  isBusy: boolean;
  seconds: number;
  step: Step;
  onChange: (event: VerificationEvent) => void;
}

/** Requests a new code, or switches between the authenticator code and a recovery code. */
function OtherCode({ isExpected, isBusy, seconds, step: { chosen, isRecovery }, onChange }: OtherCodeProps) {
  const t = useTranslate();
  if (chosen !== 3)
    return <SendCode isSent={isExpected} isBusy={isBusy} seconds={seconds} onSend={() => onChange({ type: 'send' })} />;
  return (
    <Button variant="quiet" isWide onClick={() => onChange({ type: 'recovery', isOn: !isRecovery })}>
      {t(isRecovery ? 'verify.useAuthenticator' : 'verify.useRecovery')}
    </Button>
  );
}

/** Where the code was sent; announced to screen readers. */
function SentNotice({ isSent, method }: { isSent: boolean; method: Method }) {
  const t = useTranslate();
  const sent = isSent ? sentTo(method, t) : '';
  return (
    <>
      {isSent && <Notice tone="info">{sent}</Notice>}
      <VisuallyHidden role="status">{sent}</VisuallyHidden>
    </>
  );
}

/** Before the first code there is no field that could show the error. */
function SendingRefused({ refusal }: { refusal: Refusal | undefined }) {
  return (
    refusal && (
      <Notice tone="negative" role="alert">
        {refusal.message}
      </Notice>
    )
  );
}

/** Moves focus to the next group, or to the one that was refused. */
function useFocusOnChange(at: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(at);
  useEffect(() => {
    if (before.current === at) return;
    before.current = at;
    heading.current?.focus();
  }, [at]);
  return heading;
}
