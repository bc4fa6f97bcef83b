import { Button } from '@wusd/ui-kit/Button';
import { Notice } from '@wusd/ui-kit/Notice';
import { EmailField } from '../../shared/forms/EmailField.tsx';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useForm } from '../../shared/forms/use-form.ts';
import { useSubmission } from '../../shared/forms/submission.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { registrationApi } from '../../shared/forms/registration.ts';
import { Form } from '../../shared/forms/Form.tsx';
import { type ResendRequest, resendSchema } from './schema.ts';

/** Sends the activation link again. The response does not reveal whether the account exists. */
export function ResendForm({ email = '' }: { email?: string }) {
  const t = useTranslate();
  const resend = useSubmission(({ email }: ResendRequest) => registrationApi.resendActivation(email));
  const { field, onSubmit, error } = useForm({
    schema: resendSchema,
    defaultValues: { email },
    submission: resend,
  });
  return (
    <Form onSubmit={onSubmit} noValidate>
      {resend.isSuccess && (
        <Notice tone="positive" role="status">
          {t('activation.resent')}
        </Notice>
      )}
      <FormError error={error} />
      <EmailField {...field('email', 'login.email')} />
      <Button type="submit" isWide isBusy={resend.isPending}>
        {t('activation.resend')}
      </Button>
    </Form>
  );
}
