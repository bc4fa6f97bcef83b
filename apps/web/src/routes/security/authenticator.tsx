import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '@wusd/api-sdk/core';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { CodeField } from '@wusd/ui-kit/CodeField';
import { Notice } from '@wusd/ui-kit/Notice';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { QrCode } from '@wusd/ui-kit/QrCode';
import { vars } from '@wusd/ui-kit/tokens';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { proveAct } from '../../app/acts.ts';
import { CopyButton } from '../../app/Copyable.tsx';
import { Refusal } from '../../app/forms/Refusal.tsx';
import { useSubmission } from '../../app/forms/submission.ts';
import { ButtonLink } from '../../app/link.tsx';
import { Page } from '../../app/Page.tsx';
import { withQueries } from '../../app/queries.tsx';
import { useWords } from '../../app/words.ts';
import { securityApi } from '../../features/security/api.ts';
import { shownCodes } from '../../features/security/recovery-codes.ts';

const Form = styled.form`
  display: grid;
  justify-items: start;
  gap: ${vars.space5};

  > :is(button, div) {
    width: 100%;
  }
`;
const Key = styled.code`
  font: ${vars.typeHeadline};
  font-family: ${vars.fontMono};
  letter-spacing: 0.06em;
  overflow-wrap: anywhere;
`;

/** By QR code or by key, proved by a code of it; then the codes of what is bound already. */
function AuthenticatorRoute() {
  const words = useWords();
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const setup = useSubmission(() => securityApi.mfa.setupAuthenticator());
  const { mutate: begin, data: waiting, error } = setup;
  useEffect(() => begin(undefined), [begin]);
  const review = useSubmission(
    (typed: string) => securityApi.mfa.reviewAuthenticatorBinding(typed),
    (reviewed, typed) =>
      navigate({
        to: proveAct({
          action: 'bind-authenticator',
          intro: 'security.authenticator.verify',
          review: reviewed,
          async act(intent, mfa) {
            const { recoveryCodes } = await securityApi.mfa.bindAuthenticator(typed, { intent, mfa });
            shownCodes.set(recoveryCodes);
            void navigate({ to: '/security-setting/recovery-codes', replace: true });
          },
        }),
      }),
  );
  const submit = (event?: SubmitEvent): void => {
    event?.preventDefault();
    setSubmitted(true);
    if (code.length < 6) field.current?.focus();
    else if (!review.isPending) review.mutate(code);
  };
  const groups = waiting?.secret.match(/.{1,4}/g)?.join(' ') ?? '';
  return (
    <Page
      title={words('security.authenticator.title')}
      width="flow"
      intro={error ? undefined : words('security.authenticator.scan')}
    >
      <Card>
        {waiting ? (
          <Form onSubmit={submit} noValidate>
            <QrCode value={waiting.otpauthUri} label={words('security.authenticator.qr')} size={220} />
            <p>{words('security.authenticator.key')}</p>
            <Key>{groups}</Key>
            <CopyButton text={waiting.secret} what={words('security.authenticator.copied')} />
            <CodeField
              ref={field}
              label={words('security.authenticator.code')}
              value={code}
              error={
                isSubmitted && code.length < 6
                  ? words(code === '' ? 'verify.codeRequired.authenticator' : 'verify.codeIncomplete')
                  : undefined
              }
              onChange={setCode}
              onComplete={() => {}}
            />
            <Refusal error={review.error} />
            <Button type="submit" isWide isBusy={review.isPending}>
              {words('security.continue')}
            </Button>
            <Button
              variant="quiet"
              isWide
              isBusy={setup.isPending}
              onClick={() => {
                setCode('');
                setSubmitted(false);
                review.reset();
                begin(undefined);
              }}
            >
              {words('security.authenticator.again')}
            </Button>
          </Form>
        ) : error ? (
          <Form as="div">
            {error instanceof ApiError && error.is('MOVE_NOT_ALLOWED') ? (
              <Notice tone="info">{words('security.authenticator.already')}</Notice>
            ) : (
              <Refusal error={error} />
            )}
            <ButtonLink to="/security-setting" variant="secondary">
              {words('security.back')}
            </ButtonLink>
          </Form>
        ) : (
          <Skeleton width="100%" height="360px" />
        )}
      </Card>
    </Page>
  );
}

export default withQueries(AuthenticatorRoute);
