import { useNavigate } from '@tanstack/react-router';
import { Button } from '@wusd/ui-kit/Button';
import { Choice } from '@wusd/ui-kit/Choice';
import { Notice } from '@wusd/ui-kit/Notice';
import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { emailComplaint } from '../../app/forms/email.ts';
import { EmailField } from '../../app/forms/EmailField.tsx';
import { NewPassword } from '../../app/forms/NewPassword.tsx';
import { useNewPassword } from '../../app/forms/use-new-password.ts';
import { Refusal } from '../../app/forms/Refusal.tsx';
import { TextLink } from '../../app/link.tsx';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';
import { draft, password as chosenPassword, accountRefusal } from './draft.ts';
import { Form } from '../../app/forms/Form.tsx';

/** The first page of a registration: whose account it is, and what it is entered with. Nothing is sent yet. */
export function AccountForm() {
  const words = useWords();
  const navigate = useNavigate();
  const { accountType, email, details } = useValue(draft);
  const password = useValue(chosenPassword);
  const refusal = useValue(accountRefusal);
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
      {isLost && <Notice tone="info">{words('register.again')}</Notice>}
      <Choice
        legend={words('register.type')}
        value={accountType}
        onChange={(value) =>
          draft.set({ ...draft.get(), accountType: value === 'corporate' ? 'corporate' : 'individual' })
        }
        options={(['individual', 'corporate'] as const).map((value) => ({
          value,
          label: words(`register.type.${value}`),
          hint: words(`register.type.${value}.hint`),
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
      <Refusal error={refusal} />
      <div>
        <p>{words('register.consent')}</p>
        <p>
          <TextLink to="/protocol/term-of-use">{words('legal.termOfUse')}</TextLink>,{' '}
          <TextLink to="/protocol/privacy-policy">{words('legal.privacyPolicy')}</TextLink>,{' '}
          <TextLink to="/protocol/risk-disclosure">{words('legal.riskDisclosure')}</TextLink>
        </p>
      </div>
      <Button type="submit" isWide>
        {words('register.continue')}
      </Button>
      <p>
        {words('register.haveAccount')} <TextLink to="/login">{words('header.login')}</TextLink>
      </p>
    </Form>
  );
}
