import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { ApiError } from '@wusd/api-sdk/core';
import { maskEmail } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { Notice } from '@wusd/ui-kit/Notice';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { vars } from '@wusd/ui-kit/tokens';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { captchaFor } from '../shared/forms/captcha.ts';
import { failureText } from '../shared/feedback/failures.ts';
import { Page } from '../shared/layout/Page.tsx';
import { FormError } from '../shared/forms/FormError.tsx';
import { PasswordField } from '../shared/forms/PasswordField.tsx';
import { sealed } from '../shared/forms/sealed.ts';
import { isRefusal, useSubmission } from '../shared/forms/submission.ts';
import { useTranslate } from '../shared/i18n/use-translate.ts';
import { PhoneForm } from '../shared/forms/PhoneForm.tsx';
import { registrationApi } from '../shared/forms/registration.ts';
import { FirstSignIn } from '../features/activation/FirstSignIn.tsx';
import { NoLink } from '../features/activation/NoLink.tsx';
import { forgetRegistration, readRegistration, type StoredRegistration } from '../features/registration/browser-key.ts';
import { activatedBusiness } from '../features/registration/draft.ts';
import { land } from '../features/sign-in/land.ts';
import { refuse } from '../features/verification/refuse.ts';
import { codesSent, sendCode, serverNow } from '../features/verification/send-code.ts';
import { Verification } from '../features/verification/Verification.tsx';
import type { Check } from '../features/verification/verification.machine.ts';

type Info = Awaited<ReturnType<typeof registrationApi.getActivationInfo>>;

/** Information about the link, and the stored registration if it was made in this browser. */
interface Opened {
  info: Info;
  own: StoredRegistration | undefined;
}

const Stack = styled.div`
  display: grid;
  gap: ${vars.space6};
`;

const captcha = captchaFor('activation');

/**
 * Target of the link in the activation mail: a code sent to the phone activates the account. In the browser that
 * registered, the code is sent on arrival and the password signs in. Elsewhere a press sends it, so that link scanners
 * send no code.
 */
function AccountActivationRoute() {
  const t = useTranslate();
  const router = useRouter();
  const { accountKey = '' } = useSearch({ from: '/account-activation' });
  const [opened, setOpened] = useState<Opened>();
  const [signIn, setSignIn] = useState<StoredRegistration & { challengeId: string; typed: string }>();
  const begin = useSubmission(
    async (phoneNumber: string | undefined): Promise<Opened> => {
      const body = phoneNumber === undefined ? {} : { phoneNumber };
      const [info, stored] = await Promise.all([
        registrationApi.getActivationInfo(accountKey, body, { captcha }),
        readRegistration(),
      ]);
      return { info, own: stored && maskEmail(stored.email) === info.maskedEmail ? stored : undefined };
    },
    (answer) => setOpened(answer),
  );
  const { error, mutate } = begin;
  useEffect(() => {
    if (accountKey !== '') mutate(undefined);
  }, [accountKey, mutate]);

  const page = (content: ReactNode, intro?: string, title = t('activation.title')) => (
    <Page key={title} title={title} width="flow" intro={intro}>
      <Card>
        <Stack>{content}</Stack>
      </Card>
    </Page>
  );
  if (signIn) {
    return page(
      <FirstSignIn {...signIn} onDone={() => land(router)} />,
      t('activation.signIn.intro'),
      t('activation.success.title'),
    );
  }
  if (accountKey === '' || (error instanceof ApiError && error.is('INVALID_ACCOUNT', 'ACTIVATION_LINK_EXPIRED')))
    return page(<NoLink error={error} />);
  if (!opened) {
    if (!error) return page(<Skeleton width="100%" height="240px" />);
    return page(
      error instanceof ApiError || !isRefusal(error) ? (
        <Notice
          tone="negative"
          role="alert"
          action={<Button onClick={() => mutate(undefined)}>{t('activation.tryAgain')}</Button>}
        >
          {failureText(error)}
        </Notice>
      ) : (
        <FormError error={error} />
      ),
    );
  }
  return page(
    <Activation {...opened} begin={begin} onSignIn={setSignIn} />,
    t('activation.intro', { email: opened.info.maskedEmail }),
  );
}

interface ActivationProps extends Opened {
  begin: { error: unknown; isPending: boolean; mutate: (phoneNumber: string | undefined) => void };
  onSignIn: (signIn: StoredRegistration & { challengeId: string; typed: string }) => void;
}

/** Form for the code and, in the browser that registered, the password. Offers to correct the phone number. */
function Activation({ info, own, begin, onSignIn }: ActivationProps) {
  const t = useTranslate();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const answer = useRef<Awaited<ReturnType<typeof registrationApi.activate>>>(null);
  const { challengeId, checkGroups } = info.challenge;
  const resendAt = info.sentCode ? { 1: Date.parse(info.sentCode.resendAt) } : {};

  async function activate(mfa: readonly Check[]): Promise<void> {
    const proof = { challengeId, mfa, captcha };
    answer.current = await (
      own
        ? sealed({ browserKey: own.browserKey }, (payload) => registrationApi.activate({ ...proof, payload }))
        : registrationApi.activate(proof)
    ).catch(refuse);
  }

  function done(): void {
    forgetRegistration();
    if (own && answer.current) onSignIn({ ...own, challengeId: answer.current.challengeId, typed });
    else {
      activatedBusiness.set(info.businessType);
      void navigate({ to: '/result/activate-success', replace: true });
    }
  }

  return (
    <>
      <Verification
        key={challengeId}
        groups={checkGroups.map(({ anyOf }) => anyOf)}
        sent={{ ...resendAt, ...codesSent({ challengeId }) }}
        send={(checkType) => sendCode(checkType, { challengeId })}
        submit={activate}
        serverNow={serverNow}
        onDone={done}
        isOnRequest={own === undefined}
        {...(own && { submitLabel: t('activation.submit') })}
        startAgain={
          <Button variant="secondary" isBusy={begin.isPending} onClick={() => begin.mutate(undefined)}>
            {t('verify.startAgain')}
          </Button>
        }
      >
        {own && (
          <PasswordField
            label={t('login.password')}
            hint={t('activation.password.hint')}
            autoComplete="current-password"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Verification>
      <FormError error={begin.error} />
      <OtherNumber key={info.maskedPhoneNumber} begin={begin} />
    </>
  );
}

/** Form for a corrected phone number. Keeps the typed number if the call fails. */
function OtherNumber({ begin }: Pick<ActivationProps, 'begin'>) {
  const t = useTranslate();
  const [isCorrecting, setCorrecting] = useState(false);
  return isCorrecting ? (
    <PhoneForm
      submitLabel={t('activation.phone.submit')}
      variant="secondary"
      isFocused
      isBusy={begin.isPending}
      onPhone={begin.mutate}
    />
  ) : (
    <Button variant="quiet" isWide onClick={() => setCorrecting(true)}>
      {t('activation.otherNumber')}
    </Button>
  );
}

export default AccountActivationRoute;
