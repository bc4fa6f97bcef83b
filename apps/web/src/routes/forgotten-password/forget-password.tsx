import { useNavigate } from '@tanstack/react-router';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { deviceId } from '../../shared/i18n/preferences.ts';
import { EmailField } from '../../shared/forms/EmailField.tsx';
import { TextLink } from '../../shared/routing/link.tsx';
import { Page } from '../../shared/layout/Page.tsx';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useForm } from '../../shared/forms/use-form.ts';
import { useSubmission } from '../../shared/forms/submission.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { passwordApi } from '../../features/password/api.ts';
import { pendingReset } from '../../features/password/pending.ts';
import { type ForgottenRequest, forgottenSchema } from '../../features/password/schema.ts';
import { Form } from '../../shared/forms/Form.tsx';

function ForgetPasswordRoute() {
  const t = useTranslate();
  const navigate = useNavigate();
  const begin = useSubmission(
    ({ email }: ForgottenRequest) => passwordApi.beginForgotten(email, { device: deviceId() }),
    (challenge, { email }) => {
      pendingReset.set({ email, challenge });
      return navigate({ to: '/security-verification/forget-password' });
    },
  );
  const { field, onSubmit, error } = useForm({
    schema: forgottenSchema,
    defaultValues: { email: '' },
    submission: begin,
  });

  return (
    <Page title={t('forgot.title')} width="flow" intro={t('forgot.intro')}>
      <Card>
        <Form onSubmit={onSubmit} noValidate>
          <FormError error={error} />
          <EmailField {...field('email', 'login.email')} />
          <Button type="submit" isWide isBusy={begin.isPending}>
            {t('login.submit')}
          </Button>
          <p>
            <TextLink to="/login">{t('forgot.remembered')}</TextLink>
          </p>
        </Form>
      </Card>
    </Page>
  );
}

export default ForgetPasswordRoute;
