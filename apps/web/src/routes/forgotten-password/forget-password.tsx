import { useNavigate } from '@tanstack/react-router';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { type SubmitEvent, useRef, useState } from 'react';
import { deviceId } from '../../shared/i18n/preferences.ts';
import { emailComplaint } from '../../shared/forms/email.ts';
import { EmailField } from '../../shared/forms/EmailField.tsx';
import { TextLink } from '../../shared/routing/link.tsx';
import { Page } from '../../shared/layout/Page.tsx';
import { withQueries } from '../../shared/api/query-client.tsx';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { passwordApi } from '../../features/password/api.ts';
import { pendingReset } from '../../features/password/pending.ts';
import { Form } from '../../shared/forms/Form.tsx';

function ForgetPasswordRoute() {
  const t = useTranslate();
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const begin = useSubmission(
    (address: string) => passwordApi.beginForgotten(address, { device: deviceId() }),
    (challenge, address) => {
      pendingReset.set({ email: address, challenge });
      return navigate({ to: '/security-verification/forget-password' });
    },
  );

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (emailComplaint(email)) field.current?.focus();
    else if (!begin.isPending) begin.mutate(email.trim());
  };

  return (
    <Page title={t('forgot.title')} width="flow" intro={t('forgot.intro')}>
      <Card>
        <Form onSubmit={submit} noValidate>
          <FormError error={begin.error} />
          <EmailField ref={field} value={email} isChecked={isSubmitted} onChange={setEmail} />
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

export default withQueries(ForgetPasswordRoute);
