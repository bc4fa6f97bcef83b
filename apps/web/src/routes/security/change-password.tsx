import { useNavigate } from '@tanstack/react-router';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { Notice } from '@wusd/ui-kit/Notice';
import { type SubmitEvent, useRef, useState } from 'react';
import { startVerification } from '../../shared/verification/pending-command.ts';
import { loadAuth } from '../../shared/session/auth.ts';
import { captchaFor } from '../../shared/forms/captcha.ts';
import { NewPassword } from '../../shared/forms/NewPassword.tsx';
import { FormError } from '../../shared/forms/FormError.tsx';
import { sealed } from '../../shared/forms/sealed.ts';
import { useSubmission } from '../../shared/forms/submission.ts';
import { useNewPassword } from '../../shared/forms/use-new-password.ts';
import { Page } from '../../shared/layout/Page.tsx';
import { withQueries } from '../../shared/api/query-client.tsx';
import { session } from '../../shared/api/client.ts';
import { useStore } from '../../shared/state/store.ts';
import { PasswordField } from '../../shared/forms/PasswordField.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { securityApi } from '../../features/security/api.ts';
import { Form } from '../../shared/forms/Form.tsx';

const captcha = captchaFor('test_password');

/** The old password, then the new one, then the codes. */
function ChangePasswordRoute() {
  const t = useTranslate();
  const [oldPassword, setOldPassword] = useState('');
  const [isTested, setTested] = useState(false);
  const [isSubmitted, setSubmitted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { authUser } = useStore(session);
  const test = useSubmission(
    () => sealed({ password: oldPassword }, (payload) => securityApi.password.test(payload, { captcha })),
    () => setTested(true),
  );
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (oldPassword === '') field.current?.focus();
    else if (!test.isPending) test.mutate(undefined);
  };
  return (
    <Page title={t('security.changePassword.title')} width="flow" intro={t('security.changePassword.intro')}>
      <Card>
        {isTested ? (
          <NewForm oldPassword={oldPassword} />
        ) : (
          <Form onSubmit={submit} noValidate>
            <input type="text" name="username" autoComplete="username" value={authUser?.email ?? ''} readOnly hidden />
            <PasswordField
              ref={field}
              label={t('security.changePassword.current')}
              name="password"
              autoComplete="current-password"
              value={oldPassword}
              error={
                isSubmitted && oldPassword === ''
                  ? t('field.required', { field: t('security.changePassword.current') })
                  : undefined
              }
              onChange={(event) => setOldPassword(event.target.value)}
            />
            <FormError error={test.error} />
            <Button type="submit" isWide isBusy={test.isPending}>
              {t('security.continue')}
            </Button>
          </Form>
        )}
      </Card>
    </Page>
  );
}

function NewForm({ oldPassword }: { oldPassword: string }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const newPassword = useNewPassword(password, setPassword);
  const review = useSubmission(
    () =>
      sealed({ oldPassword, password }, async (payload) => ({
        payload,
        review: await securityApi.password.reviewChange(payload),
      })),
    (reviewed) =>
      navigate({
        to: startVerification({
          command: 'change-password',
          intro: 'security.changePassword.verify',
          review: reviewed.review,
          async execute(intent, mfa) {
            await securityApi.password.change(reviewed.payload, { intent, mfa });
            // Every session is over, this one too: it ends here by our own hand, not by an alert.
            await (await loadAuth()).end('logout');
            await navigate({ to: '/result/change-password-success', replace: true });
          },
        }),
      }),
  );
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!newPassword.check()) newPassword.focus();
    else if (!review.isPending) review.mutate(undefined);
  };
  return (
    <Form onSubmit={submit} noValidate>
      <NewPassword {...newPassword.field} />
      <Notice tone="info">{t('security.changePassword.consequence')}</Notice>
      <FormError error={review.error} />
      <Button type="submit" isWide isBusy={review.isPending}>
        {t('security.continue')}
      </Button>
    </Form>
  );
}

export default withQueries(ChangePasswordRoute);
