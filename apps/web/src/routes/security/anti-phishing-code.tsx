import { useNavigate } from '@tanstack/react-router';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { TextField } from '@wusd/ui-kit/TextField';
import { type SubmitEvent, useRef, useState } from 'react';
import { startVerification } from '../../shared/verification/pending-command.ts';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { Page } from '../../shared/layout/Page.tsx';
import { withQueries } from '../../shared/api/query-client.tsx';
import { toast } from '../../shared/feedback/toasts.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { securityApi } from '../../features/security/api.ts';
import { Form } from '../../shared/forms/Form.tsx';

function AntiPhishingCodeRoute() {
  const t = useTranslate();
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const review = useSubmission(
    (typed: string) => securityApi.security.reviewAntiPhishingCode(typed),
    (reviewed, typed) =>
      navigate({
        to: startVerification({
          command: 'anti-phishing-code',
          intro: 'security.antiPhishing.verify',
          review: reviewed,
          async execute(intent, mfa) {
            await securityApi.security.setAntiPhishingCode(typed, { intent, mfa });
            toast(t('security.antiPhishing.done'));
          },
          redirectTo: '/security-setting',
        }),
      }),
  );
  const complaint = /[^A-Za-z0-9]/.test(code)
    ? 'security.antiPhishing.invalid'
    : code.length < 4 || code.length > 20
      ? 'security.antiPhishing.short'
      : undefined;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (complaint) field.current?.focus();
    else if (!review.isPending) review.mutate(code);
  };
  return (
    <Page title={t('security.antiPhishing.title')} width="flow" intro={t('security.antiPhishing.intro')}>
      <Card>
        <Form onSubmit={submit} noValidate>
          <TextField
            ref={field}
            label={t('security.antiPhishing.code')}
            hint={t('security.antiPhishing.hint')}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={40}
            value={code}
            error={isSubmitted && complaint ? t(complaint) : undefined}
            onChange={(event) => setCode(event.target.value)}
          />
          <FormError error={review.error} />
          <Button type="submit" isWide isBusy={review.isPending}>
            {t('security.continue')}
          </Button>
        </Form>
      </Card>
    </Page>
  );
}

export default withQueries(AntiPhishingCodeRoute);
