import { useNavigate } from '@tanstack/react-router';
import { Button } from '@wusd/ui-kit/Button';
import { vars } from '@wusd/ui-kit/tokens';
import { type SubmitEvent, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { emailComplaint } from '../../app/forms/email.ts';
import { EmailField } from '../../app/forms/EmailField.tsx';
import { TextLink } from '../../app/link.tsx';
import { loadAuth } from '../../app/auth.ts';
import { Refusal } from '../../app/forms/Refusal.tsx';
import { useSubmission } from '../../app/forms/submission.ts';
import { SecretField } from '../../app/forms/SecretField.tsx';
import { useWords } from '../../app/words.ts';
import { pendingSignIn } from './pending.ts';
import { Form } from '../../app/forms/Form.tsx';

const Links = styled.p`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: ${vars.space3} ${vars.space5};
  font: ${vars.typeLabel};
`;

/** Address and password. What was typed stays, whatever the answer. */
export function LoginForm() {
  const words = useWords();
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  const login = useSubmission(
    async () => (await loadAuth()).begin({ username: email.trim(), password }),
    (attempt) => {
      pendingSignIn.set({ email: email.trim(), attempt });
      return navigate({ to: '/security-verification/login' });
    },
  );

  const passwordError = password === '' ? words('field.required', { field: words('login.password') }) : undefined;

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (emailComplaint(email)) emailField.current?.focus();
    else if (passwordError !== undefined) passwordField.current?.focus();
    else if (!login.isPending) login.mutate(undefined);
  };

  return (
    <Form onSubmit={submit} noValidate>
      <Refusal error={login.error} />
      <EmailField ref={emailField} value={email} isChecked={isSubmitted} onChange={setEmail} />
      <SecretField
        ref={passwordField}
        label={words('login.password')}
        name="password"
        autoComplete="current-password"
        value={password}
        error={isSubmitted ? passwordError : undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" isWide isBusy={login.isPending}>
        {words('login.submit')}
      </Button>
      <Links>
        <TextLink to="/forget-password">{words('login.forgot')}</TextLink>
        <span>
          {words('login.noAccount')} <TextLink to="/register">{words('header.register')}</TextLink>
        </span>
      </Links>
    </Form>
  );
}
