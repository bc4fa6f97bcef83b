import { useMutation } from '@tanstack/react-query';
import { ApiError } from '@wusd/api-sdk';
import { Button } from '@wusd/ui-kit/Button';
import { Notice } from '@wusd/ui-kit/Notice';
import { vars } from '@wusd/ui-kit/tokens';
import { type SubmitEvent, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { emailComplaint } from '../../app/email.ts';
import { EmailField } from '../../app/EmailField.tsx';
import { reportFailure } from '../../app/failures.ts';
import { useWords } from '../../app/words.ts';
import { registrationApi } from './registration.ts';

const Form = styled.form`
  display: grid;
  gap: ${vars.space5};
`;

/** Has the link sent again, and tells nobody whether an account waits for it. */
export function ResendForm() {
  const words = useWords();
  const [email, setEmail] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const resend = useMutation({
    meta: { isHandled: true },
    mutationFn: (address: string) => registrationApi.resendActivation(address),
    onError: (error) => {
      if (!(error instanceof ApiError)) reportFailure(error);
    },
  });
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
      {resend.error instanceof ApiError && (
        <Notice tone="negative" role="alert">
          {resend.error.message}
        </Notice>
      )}
      <EmailField ref={field} value={email} isChecked={isSubmitted} onChange={setEmail} />
      <Button type="submit" isWide isBusy={resend.isPending}>
        {words('activation.resend')}
      </Button>
    </Form>
  );
}
