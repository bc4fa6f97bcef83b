import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '@wusd/api-sdk/core';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { startVerification } from '../../shared/verification/pending-command.ts';
import { EmailField } from '../../shared/forms/EmailField.tsx';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useForm } from '../../shared/forms/use-form.ts';
import { useSubmission } from '../../shared/forms/submission.ts';
import { Page } from '../../shared/layout/Page.tsx';
import { withQueries } from '../../shared/api/query-client.tsx';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { securityApi } from '../../features/security/api.ts';
import { proofIsOver, provenFor } from '../../features/security/prechecks.ts';
import { emailSchema, type NewEmail } from '../../features/security/schema.ts';
import { ProveFirst } from '../../features/security/ProveFirst.tsx';
import { Form } from '../../shared/forms/Form.tsx';
import { AccountSide } from '../account-side.tsx';

/** Changes the e-mail address: verifies the current address with a code, then the new one. */
function ChangeEmailRoute() {
  const t = useTranslate();
  const { email: precheckId } = useStore(provenFor);
  return (
    <Page
      title={t('security.changeEmail.title')}
      width="flow"
      side={<AccountSide />}
      intro={t(precheckId === undefined ? 'security.changeEmail.intro' : 'security.changeEmail.new')}
    >
      <Card>
        {precheckId === undefined ? (
          <ProveFirst
            of="email"
            intro="security.changeEmail.verify"
            review={() => securityApi.contact.reviewEmailProof()}
            prove={(intent, mfa) => securityApi.contact.proveEmail({ intent, mfa })}
          />
        ) : (
          <NewEmailForm precheckId={precheckId} />
        )}
      </Card>
    </Page>
  );
}

function NewEmailForm({ precheckId }: { precheckId: string }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const review = useSubmission(
    ({ email }: NewEmail) =>
      securityApi.contact.reviewEmailChange({ email, precheckId }).catch((error: unknown) => {
        if (error instanceof ApiError && error.is('PRECHECK_INVALID')) proofIsOver('email', error.message);
        throw error;
      }),
    (reviewed, { email }) =>
      navigate({
        to: startVerification({
          command: 'change-email',
          intro: 'security.changeEmail.verify',
          review: reviewed,
          async execute(intent, mfa) {
            await securityApi.contact.changeEmail({ email, precheckId }, { intent, mfa });
            provenFor.set({ ...provenFor.get(), email: undefined });
          },
          redirectTo: '/result/change-email-success',
        }),
      }),
  );
  const { field, onSubmit, error } = useForm({
    schema: emailSchema,
    defaultValues: { email: '' },
    submission: review,
  });
  return (
    <Form onSubmit={onSubmit} noValidate>
      <EmailField {...field('email', 'login.email')} />
      <FormError error={error} />
      <Button type="submit" isWide isBusy={review.isPending}>
        {t('security.continue')}
      </Button>
    </Form>
  );
}

export default withQueries(ChangeEmailRoute);
