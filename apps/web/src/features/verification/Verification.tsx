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
import { incompleteMessage, type Method, refusalText, sentTo } from './methods.ts';
import { SendCode } from './SendCode.tsx';
import { useVerification, type VerificationActors } from './use-verification.ts';
import type { Step, VerificationEvent } from './verification.machine.ts';

export interface VerificationProps extends VerificationActors {
  onDone: () => void;
  /** Link to the form of the command, shown once this verification can't continue. */
  startAgain: ReactNode;
  /** Fields submitted together with the code. With them, a complete code is not submitted automatically. */
  children?: ReactNode;
  /** Label of the last group's submit button. */
  submitLabel?: string;
}

/** Verifies a command: for each group, the customer chooses a method and enters a code or uses a passkey. */
export function Verification({ onDone, startAgain, children, submitLabel, ...actors }: VerificationProps) {
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
  return (
    <Group {...verification} submitLabel={submitLabel}>
      {children}
    </Group>
  );
}

interface GroupProps extends ReturnType<typeof useVerification> {
  submitLabel: string | undefined;
  children: ReactNode;
}

/** The group on screen. */
function Group(props: GroupProps) {
  const { at, position, count, refusal, step, failure, offers, method, available, seconds, has, dispatch } = props;
  const { children } = props;
  const t = useTranslate();
  const [isChecked, setChecked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (available !== undefined) field.current?.focus();
  }, [available]);
  const heading = useFocusOnChange(at);

  const isPasskey = step.chosen === 4;
  const isBySending = step.chosen < 3;
  const isSent = isBySending && available !== undefined;
  // A code can arrive before the response of the call that sends it.
  const isExpected = isSent || has('sending');
  const { submitLabel: lastLabel = t('verify.submit') } = props;
  const incomplete = incompleteMessage(step);
  const refused = refusalText(refusal, t);
  const change = (event: VerificationEvent): void => {
    setChecked(false);
    dispatch(event);
  };
  const submit = (): void => {
    setChecked(incomplete !== undefined);
    if (incomplete) field.current?.focus();
    dispatch({ type: isPasskey ? 'passkey' : 'submit' });
  };

  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      noValidate
    >
      {count > 1 && (
        <StepIndicator ref={heading} headingLevel={2} label={t('verify.step', { step: position + 1, count })} />
      )}
      <MethodChoice
        offers={offers}
        chosen={step.chosen}
        onChoose={(checkType) => change({ type: 'choose', checkType })}
      />
      <SentNotice isSent={isSent} method={method} />
      {isPasskey && (
        <PasskeyEntry refused={refused} has={has}>
          {children}
        </PasskeyEntry>
      )}
      {(isExpected || step.chosen === 3) && (
        <>
          <CodeEntry
            key={at}
            ref={field}
            code={step.code}
            isRecovery={step.isRecovery}
            error={isChecked && incomplete ? t(incomplete) : refused}
            isDisabled={has('submitting')}
            onType={(code) => change({ type: 'type', code })}
            onComplete={() => children === undefined && dispatch({ type: 'submit' })}
          />
          {children}
          <Button type="submit" isWide isBusy={has('submitting')}>
            {position < count - 1 ? t('verify.next') : lastLabel}
          </Button>
        </>
      )}
      <OtherCode isExpected={isExpected} seconds={seconds} isBusy={has('sending')} step={step} onChange={change} />
      <Back isFirst={at === 0} onBack={() => dispatch({ type: 'back' })} />
      {failure instanceof CaptchaError && <FormError error={failure} />}
      {isBySending && !isExpected && <Refused message={refused} />}
    </Form>
  );
}

interface PasskeyEntryProps {
  refused: string | undefined;
  has: GroupProps['has'];
  children: ReactNode;
}

/** Opens the browser's dialog for a passkey. */
function PasskeyEntry({ refused, has, children }: PasskeyEntryProps) {
  const t = useTranslate();
  return (
    <>
      {children}
      <Refused message={refused} />
      <Button type="submit" isWide isBusy={has('asking') || has('submitting')}>
        {t('passkey.use')}
      </Button>
    </>
  );
}

/** Button that returns to the previous group. */
function Back({ isFirst, onBack }: { isFirst: boolean; onBack: () => void }) {
  const t = useTranslate();
  return (
    !isFirst && (
      <Button variant="quiet" isWide onClick={onBack}>
        {t('verify.back')}
      </Button>
    )
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

/** Requests a new code, or switches between authenticator code and recovery code. Renders nothing for a passkey. */
function OtherCode({ isExpected, isBusy, seconds, step: { chosen, isRecovery }, onChange }: OtherCodeProps) {
  const t = useTranslate();
  if (chosen === 4) return null;
  if (chosen !== 3)
    return <SendCode isSent={isExpected} isBusy={isBusy} seconds={seconds} onSend={() => onChange({ type: 'send' })} />;
  return (
    <Button variant="quiet" isWide onClick={() => onChange({ type: 'recovery', isOn: !isRecovery })}>
      {t(isRecovery ? 'verify.useAuthenticator' : 'verify.useRecovery')}
    </Button>
  );
}

/** Shows where the code was sent, and announces it to screen readers. */
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

/** Shows an error when there is no field for it: before the first code, and for a passkey. */
function Refused({ message }: { message: string | undefined }) {
  return (
    message !== undefined && (
      <Notice tone="negative" role="alert">
        {message}
      </Notice>
    )
  );
}

/** Moves the focus to the next group, or to the rejected group. */
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
