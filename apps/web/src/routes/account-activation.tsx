import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '@wusd/api-sdk/core';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { Notice } from '@wusd/ui-kit/Notice';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { vars } from '@wusd/ui-kit/tokens';
import { type ReactNode, useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { captchaFor } from '../app/forms/captcha.ts';
import { failureText } from '../app/failures.ts';
import { Page } from '../app/Page.tsx';
import { withQueries } from '../app/queries.tsx';
import { Refusal } from '../app/forms/Refusal.tsx';
import { isRefusal, useSubmission } from '../app/forms/submission.ts';
import { useWords } from '../app/words.ts';
import { PhoneForm } from '../app/forms/PhoneForm.tsx';
import { registrationApi } from '../app/forms/registration.ts';
import { ResendForm } from '../features/activation/ResendForm.tsx';
import { refuse } from '../features/verification/refuse.ts';
import { sendCode, serverNow } from '../features/verification/send-code.ts';
import { Verification } from '../features/verification/Verification.tsx';

type Info = Awaited<ReturnType<typeof registrationApi.getActivationInfo>>;

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
    <Page title={words('activation.title')} width="flow" intro={intro}>
      <Card>
        <Stack>{content}</Stack>
      </Card>
    </Page>
  );
  if (accountKey === '' || (error instanceof ApiError && error.is('INVALID_ACCOUNT', 'ACTIVATION_LINK_EXPIRED'))) {
    return page(
      <>
        {error ? <Refusal error={error} /> : <Notice tone="info">{words('activation.noKey')}</Notice>}
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
          action={<Button onClick={() => mutate(undefined)}>{words('activation.tryAgain')}</Button>}
        >
          {failureText(error)}
        </Notice>
      ) : (
        <Refusal error={error} />
      ),
    );
  }

  const { challengeId, checkGroups } = info.challenge;
  return page(
    <>
      <Verification
        key={challengeId}
        groups={checkGroups.map(({ anyOf }) => anyOf)}
        send={(checkType) => sendCode(checkType, { challengeId })}
        submit={async (checks) => {
          await registrationApi.activate({ challengeId, mfa: checks, captcha }).catch(refuse);
        }}
        serverNow={serverNow}
        onDone={() => void navigate({ to: '/result/activate-success', replace: true })}
        startAgain={
          <Button variant="secondary" isBusy={begin.isPending} onClick={() => mutate(undefined)}>
            {words('verify.startAgain')}
          </Button>
        }
      />
      <Refusal error={error} />
      {isCorrecting ? (
        <PhoneForm
          submitLabel={words('activation.phone.submit')}
          variant="secondary"
          isFocused
          isBusy={begin.isPending}
          onPhone={mutate}
        />
      ) : (
        <Button variant="quiet" isWide onClick={() => setCorrecting(true)}>
          {words('activation.otherNumber')}
        </Button>
      )}
    </>,
    words('activation.intro', { email: info.maskedEmail }),
  );
}

export default withQueries(AccountActivationRoute);
