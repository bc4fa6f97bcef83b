import { useNavigate } from '@tanstack/react-router';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { TextField } from '@wusd/ui-kit/TextField';
import { startVerification } from '../../shared/verification/pending-command.ts';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useForm } from '../../shared/forms/use-form.ts';
import { useSubmission } from '../../shared/forms/submission.ts';
import { Page } from '../../shared/layout/Page.tsx';
import { withQueries } from '../../shared/api/query-client.tsx';
import { toast } from '../../shared/feedback/toasts.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { securityApi } from '../../features/security/api.ts';
import { type AntiPhishing, antiPhishingSchema } from '../../features/security/schema.ts';
import { Form } from '../../shared/forms/Form.tsx';
import { AccountSide } from '../account-side.tsx';

function AntiPhishingCodeRoute() {
  const t = useTranslate();
  const navigate = useNavigate();
  const review = useSubmission(
    ({ antiPhishingCode }: AntiPhishing) => securityApi.security.reviewAntiPhishingCode(antiPhishingCode),
    (reviewed, { antiPhishingCode }) =>
      navigate({
        to: startVerification({
          command: 'anti-phishing-code',
          intro: 'security.antiPhishing.verify',
          review: reviewed,
          async execute(intent, mfa) {
            await securityApi.security.setAntiPhishingCode(antiPhishingCode, { intent, mfa });
            toast(t('security.antiPhishing.done'));
          },
          redirectTo: '/security-setting',
        }),
      }),
  );
  const { field, onSubmit, error } = useForm({
    schema: antiPhishingSchema,
    defaultValues: { antiPhishingCode: '' },
    submission: review,
  });
  return (
    <Page
      title={t('security.antiPhishing.title')}
      width="flow"
      side={<AccountSide />}
      intro={t('security.antiPhishing.intro')}
    >
      <Card>
        <Form onSubmit={onSubmit} noValidate>
          <TextField
            {...field('antiPhishingCode', 'security.antiPhishing.code')}
            hint={t('security.antiPhishing.hint')}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={40}
          />
          <FormError error={error} />
          <Button type="submit" isWide isBusy={review.isPending}>
            {t('security.continue')}
          </Button>
        </Form>
      </Card>
    </Page>
  );
}

export default withQueries(AntiPhishingCodeRoute);
