import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '@wusd/api-sdk';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { Notice } from '@wusd/ui-kit/Notice';
import { vars } from '@wusd/ui-kit/tokens';
import { type SubmitEvent, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { emailComplaint } from '../app/email.ts';
import { EmailField } from '../app/EmailField.tsx';
import { reportFailure } from '../app/failures.ts';
import { TextLink } from '../app/link.tsx';
import { Page } from '../app/Page.tsx';
import { withQueries } from '../app/queries.tsx';
import { api } from '../app/services.ts';
import { useWords } from '../app/words.ts';
import { pendingReset } from '../features/password/pending.ts';

const Intro = styled.p`
  color: ${vars.fgMuted};
`;
const Form = styled.form`
  display: grid;
  gap: ${vars.space5};
`;

function ForgetPasswordRoute() {
  const words = useWords();
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const begin = useMutation({
    meta: { isHandled: true },
    mutationFn: (address: string) => api.password.beginForgotten(address),
    onSuccess: (challenge, address) => {
      pendingReset.set({ email: address, challenge });
      return navigate({ to: '/security-verification/forget-password' });
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) reportFailure(error);
    },
  });

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (emailComplaint(email)) field.current?.focus();
    else if (!begin.isPending) begin.mutate(email.trim());
  };

  return (
    <Page title={words('forgot.title')} width="flow">
      <Intro>{words('forgot.intro')}</Intro>
      <Card>
        <Form onSubmit={submit} noValidate>
          {begin.error instanceof ApiError && (
            <Notice tone="negative" role="alert">
              {begin.error.message}
            </Notice>
          )}
          <EmailField ref={field} value={email} isChecked={isSubmitted} onChange={setEmail} />
          <Button type="submit" isWide isBusy={begin.isPending}>
            {words('login.submit')}
          </Button>
          <p>
            <TextLink to="/login">{words('forgot.remembered')}</TextLink>
          </p>
        </Form>
      </Card>
    </Page>
  );
}

export default withQueries(ForgetPasswordRoute);
