import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '@wusd/api-sdk/core';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { CodeField } from '@wusd/ui-kit/CodeField';
import { Notice } from '@wusd/ui-kit/Notice';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { QrCode } from '@wusd/ui-kit/QrCode';
import { vars } from '@wusd/ui-kit/tokens';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { styled } from 'styled-components';
import { startVerification } from '../../shared/verification/pending-command.ts';
import { CopyButton } from '../../shared/feedback/Copyable.tsx';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useForm } from '../../shared/forms/use-form.ts';
import { useSubmission } from '../../shared/forms/submission.ts';
import { ButtonLink } from '../../shared/routing/link.tsx';
import { Page } from '../../shared/layout/Page.tsx';
import { withQueries } from '../../shared/api/query-client.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { securityApi } from '../../features/security/api.ts';
import { type AuthenticatorCode, authenticatorSchema } from '../../features/security/schema.ts';
import { shownCodes } from '../../features/security/recovery-codes.ts';
import { AccountSide } from '../account-side.tsx';

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

/** Binds an authenticator by QR code or key. Its first code and then the existing methods verify it. */
function AuthenticatorRoute() {
  const t = useTranslate();
  const navigate = useNavigate();
  const setup = useSubmission(() => securityApi.mfa.setupAuthenticator());
  const { mutate: begin, data: waiting, error } = setup;
  useEffect(() => begin(undefined), [begin]);
  const review = useSubmission(
    ({ code }: AuthenticatorCode) => securityApi.mfa.reviewAuthenticatorBinding(code),
    (reviewed, { code }) =>
      navigate({
        to: startVerification({
          command: 'bind-authenticator',
          intro: 'security.authenticator.verify',
          review: reviewed,
          async execute(intent, mfa) {
            shownCodes.set(await securityApi.mfa.bindAuthenticator(code, { intent, mfa }));
            void navigate({ to: '/security-setting/recovery-codes', replace: true });
          },
        }),
      }),
  );
  const {
    form,
    field,
    onSubmit,
    error: refusal,
  } = useForm({
    schema: authenticatorSchema,
    defaultValues: { code: '' },
    submission: review,
  });
  const { control, formState, reset, setValue } = form;
  const typed = useWatch({ control, name: 'code' });
  const groups = waiting?.secret.match(/.{1,4}/g)?.join(' ') ?? '';
  return (
    <Page
      title={t('security.authenticator.title')}
      width="flow"
      side={<AccountSide />}
      intro={error ? undefined : t('security.authenticator.scan')}
    >
      <Card>
        {waiting ? (
          <Form onSubmit={onSubmit} noValidate>
            <QrCode value={waiting.otpauthUri} label={t('security.authenticator.qr')} size={220} />
            <p>{t('security.authenticator.key')}</p>
            <Key>{groups}</Key>
            <CopyButton text={waiting.secret} what={t('security.authenticator.copied')} />
            <CodeField
              {...field('code', 'security.authenticator.code')}
              value={typed}
              onChange={(code) => setValue('code', code, { shouldValidate: formState.isSubmitted })}
            />
            <FormError error={refusal} />
            <Button type="submit" isWide isBusy={review.isPending}>
              {t('security.continue')}
            </Button>
            <Button
              variant="quiet"
              isWide
              isBusy={setup.isPending}
              onClick={() => {
                reset();
                review.reset();
                begin(undefined);
              }}
            >
              {t('security.authenticator.again')}
            </Button>
          </Form>
        ) : error ? (
          <Form as="div">
            {error instanceof ApiError && error.is('MOVE_NOT_ALLOWED') ? (
              <Notice tone="info">{t('security.authenticator.already')}</Notice>
            ) : (
              <FormError error={error} />
            )}
            <ButtonLink to="/security-setting" variant="secondary">
              {t('security.back')}
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
