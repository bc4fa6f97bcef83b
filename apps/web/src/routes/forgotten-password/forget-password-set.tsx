import { useNavigate, useSearch } from '@tanstack/react-router';
import { ApiError } from '@wusd/api-sdk/core';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { Notice } from '@wusd/ui-kit/Notice';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useConfig } from '../../shared/api/config.ts';
import { ButtonLink } from '../../shared/routing/link.tsx';
import { ResultPage } from '../../shared/layout/ResultPage.tsx';
import { Page } from '../../shared/layout/Page.tsx';
import { FormError } from '../../shared/forms/FormError.tsx';
import { sealed } from '../../shared/forms/sealed.ts';
import { useSubmission } from '../../shared/forms/submission.ts';
import { useForm } from '../../shared/forms/use-form.ts';
import { passwordApi } from '../../features/password/api.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { NewPassword } from '../../shared/forms/NewPassword.tsx';
import { type Reset, resetSchema } from '../../features/password/schema.ts';
import { Form } from '../../shared/forms/Form.tsx';

/** Token and e-mail address from the query. Untrusted; kept in memory, and removed from the address bar immediately. */
function useHandedOver(): { resetToken: string; email: string } {
  const search = useSearch({ from: '/forget-password/set' });
  const [handed] = useState({ resetToken: search.resetToken ?? '', email: search.email ?? '' });
  useEffect(() => {
    if (location.search !== '') history.replaceState(history.state, '', location.pathname);
  }, []);
  return handed;
}

function ForgetPasswordSetRoute() {
  const t = useTranslate();
  const navigate = useNavigate();
  const { resetToken, email } = useHandedOver();
  const config = useConfig();

  const reset = useSubmission(
    ({ password }: Reset) => sealed({ password }, (payload) => passwordApi.reset({ resetToken, payload })),
    () => navigate({ to: '/forget-password/success', replace: true }),
  );
  const { form, field, onSubmit, error } = useForm({
    schema: resetSchema(config?.password),
    defaultValues: { password: '' },
    submission: reset,
  });
  const typed = useWatch({ control: form.control, name: 'password' });
  const isSpent = error instanceof ApiError && error.is('RESET_TOKEN_INVALID');

  if (resetToken === '' || isSpent) {
    return (
      <ResultPage
        icon="key"
        title={t('forgot.set.over')}
        action={<ButtonLink to="/forget-password">{t('forgot.begin')}</ButtonLink>}
      >
        {isSpent ? error.message : t('forgot.set.noToken')}
      </ResultPage>
    );
  }

  return (
    <Page title={t('forgot.set.title')} width="flow" intro={t('forgot.set.intro', { email })}>
      <Card>
        <Form onSubmit={onSubmit} noValidate>
          <FormError error={error} />
          {/* User name under which a password manager saves the new password. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <NewPassword {...field('password', 'password.new')} typed={typed} />
          <Notice tone="info">{t('forgot.set.consequence')}</Notice>
          <Button type="submit" isWide isBusy={reset.isPending}>
            {t('forgot.set.submit')}
          </Button>
        </Form>
      </Card>
    </Page>
  );
}

export default ForgetPasswordSetRoute;
