import { useNavigate } from '@tanstack/react-router';
import { Button } from '@wusd/ui-kit/Button';
import { vars } from '@wusd/ui-kit/tokens';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { EmailField } from '../../shared/forms/EmailField.tsx';
import { TextLink } from '../../shared/routing/link.tsx';
import { loadAuth } from '../../shared/session/auth.ts';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useForm } from '../../shared/forms/use-form.ts';
import { useSubmission } from '../../shared/forms/submission.ts';
import { PasswordField } from '../../shared/forms/PasswordField.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { pendingSignIn } from './pending.ts';
import { Form } from '../../shared/forms/Form.tsx';
import { type Login, loginSchema } from './schema.ts';

const Links = styled.p`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: ${vars.space3} ${vars.space5};
  font: ${vars.typeLabel};
`;

/** A rejected sign-in attempt. */
export interface Refused {
  email: string;
  error: unknown;
}

export interface LoginFormProps {
  onRefused: (refused: Refused) => void;
  /** Alternative sign-in methods. */
  children: ReactNode;
}

/** Form for e-mail address and password. Keeps the typed values after an error. */
export function LoginForm({ onRefused, children }: LoginFormProps) {
  const t = useTranslate();
  const navigate = useNavigate();
  const login = useSubmission(
    async ({ email, password }: Login) =>
      (await loadAuth()).begin({ username: email, password }).catch((error: unknown) => {
        onRefused({ email, error });
        throw error;
      }),
    (attempt, { email }) => {
      pendingSignIn.set({ email, attempt });
      return navigate({ to: '/security-verification/login' });
    },
  );
  const { field, onSubmit, error } = useForm({
    schema: loginSchema,
    defaultValues: { email: '', password: '' },
    submission: login,
  });

  return (
    <Form onSubmit={onSubmit} noValidate>
      <FormError error={error} />
      <EmailField {...field('email', 'login.email')} autoComplete="username webauthn" />
      <PasswordField {...field('password', 'login.password')} autoComplete="current-password" />
      <Button type="submit" isWide isBusy={login.isPending}>
        {t('login.submit')}
      </Button>
      {children}
      <Links>
        <TextLink to="/forget-password">{t('login.forgot')}</TextLink>
        <span>
          {t('login.noAccount')} <TextLink to="/register">{t('header.register')}</TextLink>
        </span>
      </Links>
    </Form>
  );
}
