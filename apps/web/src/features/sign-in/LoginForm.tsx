import { useNavigate } from '@tanstack/react-router';
import { Button } from '@wusd/ui-kit/Button';
import { vars } from '@wusd/ui-kit/tokens';
import { type SubmitEvent, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { emailComplaint } from '../../shared/forms/email.ts';
import { EmailField } from '../../shared/forms/EmailField.tsx';
import { TextLink } from '../../shared/routing/link.tsx';
import { loadAuth } from '../../shared/session/auth.ts';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { PasswordField } from '../../shared/forms/PasswordField.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { pendingSignIn } from './pending.ts';
import { Form } from '../../shared/forms/Form.tsx';

const Links = styled.p`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: ${vars.space3} ${vars.space5};
  font: ${vars.typeLabel};
`;

/** Address and password. What was typed stays, whatever the answer. */
export function LoginForm() {
  const t = useTranslate();
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

  const passwordError = password === '' ? t('field.required', { field: t('login.password') }) : undefined;

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (emailComplaint(email)) emailField.current?.focus();
    else if (passwordError !== undefined) passwordField.current?.focus();
    else if (!login.isPending) login.mutate(undefined);
  };

  return (
    <Form onSubmit={submit} noValidate>
      <FormError error={login.error} />
      <EmailField ref={emailField} value={email} isChecked={isSubmitted} onChange={setEmail} />
      <PasswordField
        ref={passwordField}
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        value={password}
        error={isSubmitted ? passwordError : undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" isWide isBusy={login.isPending}>
        {t('login.submit')}
      </Button>
      <Links>
        <TextLink to="/forget-password">{t('login.forgot')}</TextLink>
        <span>
          {t('login.noAccount')} <TextLink to="/register">{t('header.register')}</TextLink>
        </span>
      </Links>
    </Form>
  );
}
