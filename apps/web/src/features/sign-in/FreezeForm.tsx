import { useNavigate } from '@tanstack/react-router';
import { createClientOf } from '@wusd/api-sdk/core';
import { security } from '@wusd/api-sdk/resources/security';
import { Button } from '@wusd/ui-kit/Button';
import { TextField } from '@wusd/ui-kit/TextField';
import { useEffect } from 'react';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useForm } from '../../shared/forms/use-form.ts';
import { useSubmission } from '../../shared/forms/submission.ts';
import { publicOptions } from '../../shared/api/client.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { Form } from '../../shared/forms/Form.tsx';
import { keepFrozenCase } from '../../shared/session/frozen-case.ts';
import { type FreezeRequest, freezeSchema } from './schema.ts';

const publicApi = createClientOf(publicOptions, { security });

/** Freezes an account with the code from a mail about a change that the customer did not make. It needs no sign-in. */
export function FreezeForm() {
  const t = useTranslate();
  const navigate = useNavigate();
  const freeze = useSubmission(
    ({ freezeCode }: FreezeRequest) => publicApi.security.freeze(freezeCode),
    (answer) => {
      keepFrozenCase(answer);
      return navigate({ to: '/account-frozen', replace: true });
    },
  );
  const { form, field, onSubmit, error } = useForm({
    schema: freezeSchema,
    defaultValues: { freezeCode: '' },
    submission: freeze,
  });
  const { setFocus } = form;
  useEffect(() => setFocus('freezeCode'), [setFocus]);
  return (
    <Form onSubmit={onSubmit} noValidate>
      <p>{t('login.freeze.intro')}</p>
      <TextField
        {...field('freezeCode', 'login.freeze.code')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
      />
      <FormError error={error} />
      <Button type="submit" variant="danger" isWide isBusy={freeze.isPending}>
        {t('login.freeze.submit')}
      </Button>
    </Form>
  );
}
