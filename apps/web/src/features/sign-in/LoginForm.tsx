import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { AuthError } from '@wusd/auth-core';
import { Button } from '@wusd/ui-kit/Button';
import { Notice } from '@wusd/ui-kit/Notice';
import { PasswordField } from '@wusd/ui-kit/TextField';
import { vars } from '@wusd/ui-kit/tokens';
import { type SubmitEvent, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { emailComplaint } from '../../app/email.ts';
import { EmailField } from '../../app/EmailField.tsx';
import { reportFailure } from '../../app/failures.ts';
import { TextLink } from '../../app/link.tsx';
import { loadAuth } from '../../app/auth.ts';
import { useWords } from '../../app/words.ts';
import { pendingSignIn } from './pending.ts';

const Form = styled.form`
  display: grid;
  gap: ${vars.space5};
`;
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

  const login = useMutation({
    // Refusals are shown in place; only a missing answer is a toast.
    meta: { isHandled: true },
    mutationFn: async () => (await loadAuth()).begin({ username: email.trim(), password }),
    onSuccess: (attempt) => {
      pendingSignIn.set({ email: email.trim(), attempt });
      return navigate({ to: '/security-verification/login' });
    },
    onError: (error) => {
      if (!(error instanceof AuthError)) reportFailure(error);
    },
  });

  const passwordError = password === '' ? words('field.required', { field: words('login.password') }) : undefined;

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (emailComplaint(email)) emailField.current?.focus();
    else if (passwordError !== undefined) passwordField.current?.focus();
    else if (!login.isPending) login.mutate();
  };

  return (
    <Form onSubmit={submit} noValidate>
      {login.error instanceof AuthError && (
        <Notice tone="negative" role="alert">
          {login.error.message}
        </Notice>
      )}
      <EmailField ref={emailField} value={email} isChecked={isSubmitted} onChange={setEmail} />
      <PasswordField
        ref={passwordField}
        label={words('login.password')}
        name="password"
        autoComplete="current-password"
        showLabel={words('login.showPassword')}
        hideLabel={words('login.hidePassword')}
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
