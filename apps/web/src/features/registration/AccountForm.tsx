import { useNavigate } from '@tanstack/react-router';
import { Button } from '@wusd/ui-kit/Button';
import { Choice } from '@wusd/ui-kit/Choice';
import { Notice } from '@wusd/ui-kit/Notice';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useConfig } from '../../shared/api/config.ts';
import { EmailField } from '../../shared/forms/EmailField.tsx';
import { NewPassword } from '../../shared/forms/NewPassword.tsx';
import { useForm } from '../../shared/forms/use-form.ts';
import { FormError } from '../../shared/forms/FormError.tsx';
import { TextLink } from '../../shared/routing/link.tsx';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { draft, password as chosenPassword, accountRefusal } from './draft.ts';
import { type Account, accountSchema } from './schema.ts';
import { Form } from '../../shared/forms/Form.tsx';

/** First page of the registration: account type, e-mail address and password. It sends nothing yet. */
export function AccountForm() {
  const t = useTranslate();
  const navigate = useNavigate();
  const config = useConfig();
  const refusal = useStore(accountRefusal);
  const [{ accountType, email, details }] = useState(draft.get);
  const [password] = useState(chosenPassword.get);
  const isLost = details !== undefined && password === '';
  const { form, field, onSubmit } = useForm({
    schema: accountSchema(config?.password),
    defaultValues: { accountType, email, password },
    submission: {
      mutate(account: Account) {
        draft.set({ ...draft.get(), email: account.email });
        accountRefusal.set(undefined);
        void navigate({ to: '/register/register-info' });
      },
      isPending: false,
      error: null,
    },
    onChange(typed) {
      draft.set({
        ...draft.get(),
        accountType: typed.accountType === 'corporate' ? 'corporate' : 'individual',
        email: typed.email,
      });
      if (typed.password !== chosenPassword.get()) accountRefusal.set(undefined);
      chosenPassword.set(typed.password);
    },
  });
  const { control, setFocus, setValue } = form;
  const [shownType, typedPassword] = useWatch({ control, name: ['accountType', 'password'] });
  // The second page returned here after a rejection: focus the rejected field.
  const isRefused = refusal !== undefined;
  useEffect(() => {
    if (isRefused) setFocus('password');
  }, [isRefused, setFocus]);

  return (
    <Form onSubmit={onSubmit} noValidate>
      {isLost && <Notice tone="info">{t('register.again')}</Notice>}
      <Choice
        legend={t('register.type')}
        value={shownType}
        onChange={(value) => setValue('accountType', value)}
        options={(['individual', 'corporate'] as const).map((value) => ({
          value,
          label: t(`register.type.${value}`),
          hint: t(`register.type.${value}.hint`),
          icon: value === 'corporate' ? 'bank' : 'user',
        }))}
      />
      <EmailField {...field('email', 'login.email')} />
      <NewPassword {...field('password', 'password.new')} typed={typedPassword} />
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
