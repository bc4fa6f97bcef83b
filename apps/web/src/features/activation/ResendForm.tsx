import { Button } from '@wusd/ui-kit/Button';
import { Notice } from '@wusd/ui-kit/Notice';
import { type SubmitEvent, useRef, useState } from 'react';
import { emailComplaint } from '../../app/forms/email.ts';
import { EmailField } from '../../app/forms/EmailField.tsx';
import { Refusal } from '../../app/forms/Refusal.tsx';
import { useSubmission } from '../../app/forms/submission.ts';
import { useWords } from '../../app/words.ts';
import { registrationApi } from '../../app/forms/registration.ts';
import { Form } from '../../app/forms/Form.tsx';

/** Has the link sent again, and tells nobody whether an account waits for it. */
export function ResendForm() {
  const words = useWords();
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
          {words('activation.resent')}
        </Notice>
      )}
      <Refusal error={resend.error} />
      <EmailField ref={field} value={email} isChecked={isSubmitted} onChange={setEmail} />
      <Button type="submit" isWide isBusy={resend.isPending}>
        {words('activation.resend')}
      </Button>
    </Form>
  );
}
