import { useMachine } from '@xstate/react';
import type { MessageId } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Choice } from '@wusd/ui-kit/Choice';
import { CodeField } from '@wusd/ui-kit/CodeField';
import { Icon, type IconName } from '@wusd/ui-kit/Icon';
import { Notice } from '@wusd/ui-kit/Notice';
import { StepIndicator } from '@wusd/ui-kit/StepIndicator';
import { TextField } from '@wusd/ui-kit/TextField';
import { vars } from '@wusd/ui-kit/tokens';
import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import { type ReactNode, type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { fromPromise } from 'xstate';
import { CaptchaError } from '../../shared/forms/captcha-error.ts';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useCountdown } from '../../shared/state/use-countdown.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { type Check, type CheckType, type Sent, stepOf, verificationMachine } from './verification.machine.ts';
import { Form } from '../../shared/forms/Form.tsx';

export interface VerificationProps {
  /** What must be proved, each group by any one of its ways; masked as the server answered them. */
  groups: readonly (readonly { checkType: CheckType; masked: string }[])[];
  /** @throws RefusedError where the server refuses */
  send: (checkType: CheckType) => Promise<Sent>;
  /** One check for each group, in their order. @throws RefusedError where the server refuses */
  submit: (checks: readonly Check[]) => Promise<void>;
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

const Only = styled.p`
  display: flex;
  align-items: center;
  gap: ${vars.space4};
  overflow-wrap: anywhere;

  svg {
    flex: none;
  }
  span {
    display: grid;
    color: ${vars.fgMuted};
    font: ${vars.typeLabel};
  }
  strong {
    color: ${vars.fg};
    font: ${vars.typeHeadline};
  }
`;

/** One page for proving any act: for each group choose a way, get a code, enter it. */
export function Verification({ groups, send, submit, serverNow, onDone, startAgain }: VerificationProps) {
  const t = useTranslate();
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
    input: { groups: groups.map((group) => group.map(({ checkType }) => checkType)) },
  });
  const { at, refusal, resendAt } = state.context;
  const { chosen, code, isRecovery } = stepOf(state.context);
  const [isIncomplete, setIncomplete] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const done = useEffectEvent(onDone);
  const isDone = state.hasTag('done');
  useEffect(() => {
    if (isDone) done();
  }, [isDone]);

  const available = resendAt[chosen];
  const seconds = useCountdown(available, serverNow);
  useEffect(() => {
    if (available !== undefined) field.current?.focus();
  }, [available]);
  // Reading goes on at the next group, or at the one that was refused.
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(at);
  useEffect(() => {
    if (before.current === at) return;
    before.current = at;
    heading.current?.focus();
  }, [at]);

  if (state.hasTag('over')) {
    return (
      <Notice tone="negative" role="alert" action={startAgain}>
        {refusal?.message}
      </Notice>
    );
  }

  const offers = groups[at] ?? [];
  const masked = offers.find(({ checkType }) => checkType === chosen)?.masked ?? '';
  const isSent = available !== undefined;
  const isBySending = chosen !== 3;
  const isLast = at === groups.length - 1;
  const isTyped = isRecovery ? code.trim() !== '' : code.length === 6;
  const complaint =
    isIncomplete && !isTyped
      ? code === ''
        ? t(isRecovery ? 'verify.codeRequired.recovery' : ways[chosen].required)
        : t('verify.codeIncomplete')
      : refusal?.message;
  const sent = masked === '' ? t(`verify.sentAlike.${chosen === 1 ? 'sms' : 'email'}`) : t('verify.sent', { masked });
  const hintOf = (offer: { checkType: CheckType; masked: string }): string => {
    if (offer.checkType === 3) return t('verify.authenticator.hint');
    return offer.masked === ''
      ? t(offer.checkType === 1 ? 'verify.sms.yours' : 'verify.email.yours')
      : t('verify.sms.to', { masked: offer.masked });
  };
  const type = (text: string): void => {
    setIncomplete(false);
    dispatch({ type: 'type', code: text });
  };
  const goOn = (): void => {
    setIncomplete(!isTyped);
    if (!isTyped) field.current?.focus();
    dispatch({ type: 'submit' });
  };

  return (
    <Form
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        goOn();
      }}
      noValidate
    >
      {groups.length > 1 && (
        <StepIndicator
          ref={heading}
          headingLevel={2}
          label={t('verify.step', { step: at + 1, count: groups.length })}
        />
      )}
      {offers.length > 1 ? (
        <Choice
          legend={t('verify.choose')}
          value={String(chosen)}
          onChange={(value) => {
            setIncomplete(false);
            dispatch({ type: 'choose', checkType: Number(value) as CheckType });
          }}
          options={offers.map((offer) => ({
            value: String(offer.checkType),
            label: t(ways[offer.checkType].label),
            icon: ways[offer.checkType].icon,
            hint: hintOf(offer),
          }))}
        />
      ) : (
        <Only>
          <Icon name={ways[chosen].icon} size={24} />
          <span>
            <strong>{t(ways[chosen].label)}</strong>
            {offers[0] && hintOf(offers[0])}
          </span>
        </Only>
      )}
      {isBySending && isSent && <Notice tone="info">{sent}</Notice>}
      <VisuallyHidden role="status">{isBySending && isSent ? sent : ''}</VisuallyHidden>
      {(isSent || !isBySending) && (
        <>
          {isRecovery ? (
            <TextField
              ref={field}
              label={t('verify.recovery')}
              hint={t('verify.recovery.hint')}
              value={code}
              error={complaint}
              disabled={state.hasTag('submitting')}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
              onChange={(event) => type(event.target.value)}
            />
          ) : (
            <CodeField
              key={at}
              ref={field}
              label={t('verify.code')}
              value={code}
              error={complaint}
              disabled={state.hasTag('submitting')}
              onChange={type}
              onComplete={() => dispatch({ type: 'submit' })}
            />
          )}
          <Button type="submit" isWide isBusy={state.hasTag('submitting')}>
            {t(isLast ? 'verify.submit' : 'verify.next')}
          </Button>
        </>
      )}
      {chosen === 3 && (
        <Button
          variant="quiet"
          isWide
          onClick={() => {
            setIncomplete(false);
            dispatch({ type: 'recovery', isOn: !isRecovery });
          }}
        >
          {t(isRecovery ? 'verify.useAuthenticator' : 'verify.useRecovery')}
        </Button>
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
          {seconds > 0 ? t('verify.resendIn', { seconds }) : t(isSent ? 'verify.resend' : 'verify.send')}
        </Button>
      )}
      {at > 0 && (
        <Button variant="quiet" isWide onClick={() => dispatch({ type: 'back' })}>
          {t('verify.back')}
        </Button>
      )}
      {failure instanceof CaptchaError && <FormError error={failure} />}
      {!isSent && isBySending && refusal && (
        <Notice tone="negative" role="alert">
          {refusal.message}
        </Notice>
      )}
    </Form>
  );
}
