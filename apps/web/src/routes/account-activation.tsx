import { useNavigate, useSearch } from '@tanstack/react-router';
import { ApiError } from '@wusd/api-sdk/core';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { Notice } from '@wusd/ui-kit/Notice';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { vars } from '@wusd/ui-kit/tokens';
import { type ReactNode, useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { captchaFor } from '../shared/forms/captcha.ts';
import { failureText } from '../shared/feedback/failures.ts';
import { Page } from '../shared/layout/Page.tsx';
import { FormError } from '../shared/forms/FormError.tsx';
import { isRefusal, useSubmission } from '../shared/forms/submission.ts';
import { useTranslate } from '../shared/i18n/use-translate.ts';
import { PhoneForm } from '../shared/forms/PhoneForm.tsx';
import { registrationApi } from '../shared/forms/registration.ts';
import { ResendForm } from '../features/activation/ResendForm.tsx';
import { refuse } from '../features/verification/refuse.ts';
import { codesSent, sendCode, serverNow } from '../features/verification/send-code.ts';
import { Verification } from '../features/verification/Verification.tsx';

type Info = Awaited<ReturnType<typeof registrationApi.getActivationInfo>>;

const Stack = styled.div`
  display: grid;
  gap: ${vars.space6};
`;

const captcha = captchaFor('activation');

/** Target of the link in the activation mail: a code sent to the phone activates the account. */
function AccountActivationRoute() {
  const t = useTranslate();
  const navigate = useNavigate();
  const { accountKey = '' } = useSearch({ from: '/account-activation' });
  const [info, setInfo] = useState<Info>();
  const [isCorrecting, setCorrecting] = useState(false);
  const begin = useSubmission(
    (phoneNumber: string | undefined) =>
      registrationApi.getActivationInfo(accountKey, phoneNumber === undefined ? {} : { phoneNumber }, { captcha }),
    (answer) => {
      setInfo(answer);
      setCorrecting(false);
    },
  );
  const { error, mutate } = begin;
  useEffect(() => {
    if (accountKey !== '') mutate(undefined);
  }, [accountKey, mutate]);

  const page = (content: ReactNode, intro?: string) => (
    <Page title={t('activation.title')} width="flow" intro={intro}>
      <Card>
        <Stack>{content}</Stack>
      </Card>
    </Page>
  );
  if (accountKey === '' || (error instanceof ApiError && error.is('INVALID_ACCOUNT', 'ACTIVATION_LINK_EXPIRED'))) {
    return page(
      <>
        {error ? <FormError error={error} /> : <Notice tone="info">{t('activation.noKey')}</Notice>}
        <ResendForm />
      </>,
    );
  }
  if (!info) {
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

  const { challengeId, checkGroups } = info.challenge;
  return page(
    <>
      <Verification
        key={challengeId}
        groups={checkGroups.map(({ anyOf }) => anyOf)}
        sent={codesSent({ challengeId })}
        send={(checkType) => sendCode(checkType, { challengeId })}
        submit={async (checks) => {
          await registrationApi.activate({ challengeId, mfa: checks, captcha }).catch(refuse);
        }}
        serverNow={serverNow}
        onDone={() => void navigate({ to: '/result/activate-success', replace: true })}
        startAgain={
          <Button variant="secondary" isBusy={begin.isPending} onClick={() => mutate(undefined)}>
            {t('verify.startAgain')}
          </Button>
        }
      />
      <FormError error={error} />
      {isCorrecting ? (
        <PhoneForm
          submitLabel={t('activation.phone.submit')}
          variant="secondary"
          isFocused
          isBusy={begin.isPending}
          onPhone={mutate}
        />
      ) : (
        <Button variant="quiet" isWide onClick={() => setCorrecting(true)}>
          {t('activation.otherNumber')}
        </Button>
      )}
    </>,
    t('activation.intro', { email: info.maskedEmail }),
  );
}

export default AccountActivationRoute;
