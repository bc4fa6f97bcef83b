import { useNavigate } from '@tanstack/react-router';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { Notice } from '@wusd/ui-kit/Notice';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { startVerification } from '../../shared/verification/pending-command.ts';
import { loadAuth } from '../../shared/session/auth.ts';
import { captchaFor } from '../../shared/forms/captcha.ts';
import { NewPassword } from '../../shared/forms/NewPassword.tsx';
import { FormError } from '../../shared/forms/FormError.tsx';
import { sealed } from '../../shared/forms/sealed.ts';
import { useSubmission } from '../../shared/forms/submission.ts';
import { useForm } from '../../shared/forms/use-form.ts';
import { useConfig } from '../../shared/api/config.ts';
import { Page } from '../../shared/layout/Page.tsx';
import { withQueries } from '../../shared/api/query-client.tsx';
import { session } from '../../shared/api/client.ts';
import { useStore } from '../../shared/state/store.ts';
import { PasswordField } from '../../shared/forms/PasswordField.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { securityApi } from '../../features/security/api.ts';
import {
  type CurrentPassword,
  currentPasswordSchema,
  type NewPasswordFields,
  newPasswordSchema,
} from '../../features/security/schema.ts';
import { Form } from '../../shared/forms/Form.tsx';
import { AccountSide } from '../account-side.tsx';

const captcha = captchaFor('test_password');

/** Changes the password: requests the old password, then the new one, then codes. */
function ChangePasswordRoute() {
  const t = useTranslate();
  const [oldPassword, setOldPassword] = useState<string>();
  const { authUser } = useStore(session);
  const test = useSubmission(
    (current: CurrentPassword) => sealed(current, (payload) => securityApi.password.test(payload, { captcha })),
    (_answer, { password }) => setOldPassword(password),
  );
  const { field, onSubmit, error } = useForm({
    schema: currentPasswordSchema,
    defaultValues: { password: '' },
    submission: test,
  });
  return (
    <Page
      title={t('security.changePassword.title')}
      width="flow"
      side={<AccountSide />}
      intro={t('security.changePassword.intro')}
    >
      <Card>
        {oldPassword === undefined ? (
          <Form onSubmit={onSubmit} noValidate>
            <input type="text" name="username" autoComplete="username" value={authUser?.email ?? ''} readOnly hidden />
            <PasswordField {...field('password', 'security.changePassword.current')} autoComplete="current-password" />
            <FormError error={error} />
            <Button type="submit" isWide isBusy={test.isPending}>
              {t('security.continue')}
            </Button>
          </Form>
        ) : (
          <NewForm oldPassword={oldPassword} />
        )}
      </Card>
    </Page>
  );
}

function NewForm({ oldPassword }: { oldPassword: string }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const config = useConfig();
  const review = useSubmission(
    ({ password }: NewPasswordFields) =>
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
            // The server ended all sessions. End this one as a log-out, so that no alert appears.
            await (await loadAuth()).end('logout');
            await navigate({ to: '/result/change-password-success', replace: true });
          },
        }),
      }),
  );
  const { form, field, onSubmit, error } = useForm({
    schema: newPasswordSchema(config?.password),
    defaultValues: { password: '' },
    submission: review,
  });
  const typed = useWatch({ control: form.control, name: 'password' });
  return (
    <Form onSubmit={onSubmit} noValidate>
      <NewPassword {...field('password', 'password.new')} typed={typed} />
      <Notice tone="info">{t('security.changePassword.consequence')}</Notice>
      <FormError error={error} />
      <Button type="submit" isWide isBusy={review.isPending}>
        {t('security.continue')}
      </Button>
    </Form>
  );
}

export default withQueries(ChangePasswordRoute);
