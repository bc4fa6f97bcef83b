import { Button } from '@wusd/ui-kit/Button';
import { Notice } from '@wusd/ui-kit/Notice';
import { type SubmitEvent, useRef, useState } from 'react';
import { emailComplaint } from '../../shared/forms/email.ts';
import { EmailField } from '../../shared/forms/EmailField.tsx';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { registrationApi } from '../../shared/forms/registration.ts';
import { Form } from '../../shared/forms/Form.tsx';

/** Has the link sent again, and tells nobody whether an account waits for it. */
export function ResendForm() {
  const t = useTranslate();
  const [email, setEmail] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const resend = useSubmission((address: string) => registrationApi.resendActivation(address));
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (emailComplaint(email)) field.current?.focus();
    else if (!resend.isPending) resend.mutate(email.trim());
  };
  return (
    <Form onSubmit={submit} noValidate>
      {resend.isSuccess && (
        <Notice tone="positive" role="status">
          {t('activation.resent')}
        </Notice>
      )}
      <FormError error={resend.error} />
      <EmailField ref={field} value={email} isChecked={isSubmitted} onChange={setEmail} />
      <Button type="submit" isWide isBusy={resend.isPending}>
        {t('activation.resend')}
      </Button>
    </Form>
  );
}
