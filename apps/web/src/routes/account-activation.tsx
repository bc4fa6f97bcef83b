import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '@wusd/api-sdk';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { Notice } from '@wusd/ui-kit/Notice';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { vars } from '@wusd/ui-kit/tokens';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { CaptchaError, captchaFor } from '../app/captcha.ts';
import { failureText } from '../app/failures.ts';
import { Page } from '../app/Page.tsx';
import { withQueries } from '../app/queries.tsx';
import { api } from '../app/services.ts';
import { useWords } from '../app/words.ts';
import { PhoneForm } from '../features/activation/PhoneForm.tsx';
import { registrationApi } from '../features/activation/registration.ts';
import { ResendForm } from '../features/activation/ResendForm.tsx';
import { refuse } from '../features/verification/refuse.ts';
import { sendCode } from '../features/verification/send-code.ts';
import { Verification } from '../features/verification/Verification.tsx';

const Intro = styled.p`
  color: ${vars.fgMuted};
  overflow-wrap: anywhere;
`;
const Stack = styled.div`
  display: grid;
  gap: ${vars.space6};
`;

const captcha = captchaFor('activation');

/** The link of the activation mail: one code to the phone, and the account is open. */
function AccountActivationRoute() {
  const words = useWords();
  const navigate = useNavigate();
  const [accountKey] = useState(() => new URLSearchParams(location.search).get('accountKey')?.slice(0, 200) ?? '');
  const [isCorrecting, setCorrecting] = useState(false);
  const [isCaptchaLost, setCaptchaLost] = useState(false);
  const begin = useMutation({
    meta: { isHandled: true },
    mutationFn: (phoneNumber: string | undefined) =>
      registrationApi.getActivationInfo(accountKey, phoneNumber === undefined ? {} : { phoneNumber }, { captcha }),
    onSuccess: () => setCorrecting(false),
    onError: (error) => setCaptchaLost(error instanceof CaptchaError),
  });
  const { data: info, error, mutate } = begin;
  useEffect(() => {
    if (accountKey !== '') mutate(undefined);
  }, [accountKey, mutate]);

  const page = (content: React.ReactNode) => (
    <Page title={words('activation.title')} width="flow">
      {content}
    </Page>
  );
  if (isCaptchaLost) {
    return page(
      <Notice
        tone="negative"
        role="alert"
        action={<Button onClick={() => location.reload()}>{words('captcha.refresh')}</Button>}
      >
        {words('captcha.failed')}
      </Notice>,
    );
  }
  if (accountKey === '' || (error instanceof ApiError && error.is('INVALID_ACCOUNT', 'ACTIVATION_LINK_EXPIRED'))) {
    return page(
      <Card>
        <Stack>
          <Notice tone={error ? 'negative' : 'info'} role={error ? 'alert' : undefined}>
            {error ? error.message : words('activation.noKey')}
          </Notice>
          <ResendForm />
        </Stack>
      </Card>,
    );
  }
  if (!info) {
    return page(
      <Card>
        {error ? (
          <Notice
            tone="negative"
            role="alert"
            action={<Button onClick={() => mutate(undefined)}>{words('activation.tryAgain')}</Button>}
          >
            {failureText(error)}
          </Notice>
        ) : (
          <Skeleton width="100%" height="240px" />
        )}
      </Card>,
    );
  }

  const { challengeId, checkGroups } = info.challenge;
  const startAgain = (
    <Button variant="secondary" isBusy={begin.isPending} onClick={() => mutate(undefined)}>
      {words('verify.startAgain')}
    </Button>
  );
  return page(
    <>
      <Intro>{words('activation.intro', { email: info.maskedEmail })}</Intro>
      <Card>
        <Stack>
          <Verification
            key={challengeId}
            groups={checkGroups.map(({ anyOf }) => anyOf)}
            send={(checkType) => sendCode(checkType, { challengeId })}
            submit={async (checks) => {
              await registrationApi.activate({ challengeId, mfa: checks, captcha }).catch((reason: unknown) => {
                setCaptchaLost(reason instanceof CaptchaError);
                return refuse(reason);
              });
            }}
            serverNow={() => api.serverTime().getTime()}
            onDone={() => void navigate({ to: '/result/activate-success', replace: true })}
            startAgain={startAgain}
          />
          {error && (
            <Notice tone="negative" role="alert">
              {failureText(error)}
            </Notice>
          )}
          {isCorrecting ? (
            <PhoneForm isBusy={begin.isPending} onPhone={mutate} />
          ) : (
            <Button variant="quiet" isWide onClick={() => setCorrecting(true)}>
              {words('activation.otherNumber')}
            </Button>
          )}
        </Stack>
      </Card>
    </>,
  );
}

export default withQueries(AccountActivationRoute);
