import { createClientOf } from '@wusd/api-sdk/core';
import { security } from '@wusd/api-sdk/resources/security';
import { Button } from '@wusd/ui-kit/Button';
import { Notice } from '@wusd/ui-kit/Notice';
import { TextField } from '@wusd/ui-kit/TextField';
import { useEffect } from 'react';
import { useConfig } from '../../shared/api/config.ts';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useForm } from '../../shared/forms/use-form.ts';
import { useSubmission } from '../../shared/forms/submission.ts';
import { baseUrl, currentLanguage } from '../../shared/api/client.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { Form } from '../../shared/forms/Form.tsx';
import { type FreezeRequest, freezeSchema } from './schema.ts';

const publicApi = createClientOf({ baseUrl, language: currentLanguage }, { security });

/** Freezes an account by the code from a mail, for a customer who did not make the change and may not be able to sign in. */
export default function FreezeForm() {
  const t = useTranslate();
  const config = useConfig();
  const freeze = useSubmission(({ freezeCode }: FreezeRequest) => publicApi.security.freeze(freezeCode));
  const { form, field, onSubmit, error } = useForm({
    schema: freezeSchema,
    defaultValues: { freezeCode: '' },
    submission: freeze,
  });
  const { setFocus } = form;
  useEffect(() => setFocus('freezeCode'), [setFocus]);
  if (freeze.isSuccess) {
    return (
      <Notice tone="positive" role="status">
        {t('login.freeze.done', { email: config?.supportEmail ?? '' })}
      </Notice>
    );
  }
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
