import { useNavigate } from '@tanstack/react-router';
import { Button } from '@wusd/ui-kit/Button';
import { Choice } from '@wusd/ui-kit/Choice';
import { Notice } from '@wusd/ui-kit/Notice';
import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { emailComplaint } from '../../shared/forms/email.ts';
import { EmailField } from '../../shared/forms/EmailField.tsx';
import { NewPassword } from '../../shared/forms/NewPassword.tsx';
import { useNewPassword } from '../../shared/forms/use-new-password.ts';
import { FormError } from '../../shared/forms/FormError.tsx';
import { TextLink } from '../../shared/routing/link.tsx';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { draft, password as chosenPassword, accountRefusal } from './draft.ts';
import { Form } from '../../shared/forms/Form.tsx';

/** The first page of a registration: whose account it is, and what it is entered with. Nothing is sent yet. */
export function AccountForm() {
  const t = useTranslate();
  const navigate = useNavigate();
  const { accountType, email, details } = useStore(draft);
  const password = useStore(chosenPassword);
  const refusal = useStore(accountRefusal);
  const [isSubmitted, setSubmitted] = useState(false);
  const [isLost] = useState(() => details !== undefined && password === '');
  const emailField = useRef<HTMLInputElement>(null);

  const { field, focus, check } = useNewPassword(password, (text) => {
    accountRefusal.set(undefined);
    chosenPassword.set(text);
  });
  // Whoever was sent back goes on where it was refused.
  const focusPassword = useEffectEvent(focus);
  const isRefused = refusal !== undefined;
  useEffect(() => {
    if (isRefused) focusPassword();
  }, [isRefused]);

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    const isStrong = check();
    if (emailComplaint(email)) emailField.current?.focus();
    else if (!isStrong) focus();
    else {
      draft.set({ ...draft.get(), email: email.trim() });
      accountRefusal.set(undefined);
      void navigate({ to: '/register/register-info' });
    }
  };
  return (
    <Form onSubmit={submit} noValidate>
      {isLost && <Notice tone="info">{t('register.again')}</Notice>}
      <Choice
        legend={t('register.type')}
        value={accountType}
        onChange={(value) =>
          draft.set({ ...draft.get(), accountType: value === 'corporate' ? 'corporate' : 'individual' })
        }
        options={(['individual', 'corporate'] as const).map((value) => ({
          value,
          label: t(`register.type.${value}`),
          hint: t(`register.type.${value}.hint`),
          icon: value === 'corporate' ? 'bank' : 'user',
        }))}
      />
      <EmailField
        ref={emailField}
        value={email}
        isChecked={isSubmitted}
        onChange={(text) => draft.set({ ...draft.get(), email: text })}
      />
      <NewPassword {...field} />
      <FormError error={refusal} />
      <div>
        <p>{t('register.consent')}</p>
        <p>
          <TextLink to="/protocol/term-of-use">{t('legal.termOfUse')}</TextLink>,{' '}
          <TextLink to="/protocol/privacy-policy">{t('legal.privacyPolicy')}</TextLink>,{' '}
          <TextLink to="/protocol/risk-disclosure">{t('legal.riskDisclosure')}</TextLink>
        </p>
      </div>
      <Button type="submit" isWide>
        {t('register.continue')}
      </Button>
      <p>
        {t('register.haveAccount')} <TextLink to="/login">{t('header.login')}</TextLink>
      </p>
    </Form>
  );
}
