import { createClientOf } from '@wusd/api-sdk/core';
import { security } from '@wusd/api-sdk/resources/security';
import { Button } from '@wusd/ui-kit/Button';
import { Notice } from '@wusd/ui-kit/Notice';
import { TextField } from '@wusd/ui-kit/TextField';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useConfig } from '../../shared/api/config.ts';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { baseUrl, currentLanguage } from '../../shared/api/client.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { Form } from '../../shared/forms/Form.tsx';

const publicApi = createClientOf({ baseUrl, language: currentLanguage }, { security });

/** For who was told of a change that was not theirs, and may not be able to sign in any more. */
export default function FreezeForm() {
  const t = useTranslate();
  const config = useConfig();
  const [code, setCode] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const freeze = useSubmission((typed: string) => publicApi.security.freeze(typed));
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (code.trim() === '') field.current?.focus();
    else if (!freeze.isPending) freeze.mutate(code.trim());
  };
  if (freeze.isSuccess) {
    return (
      <Notice tone="positive" role="status">
        {t('login.freeze.done', { email: config?.supportEmail ?? '' })}
      </Notice>
    );
  }
  return (
    <Form onSubmit={submit} noValidate>
      <p>{t('login.freeze.intro')}</p>
      <TextField
        ref={field}
        label={t('login.freeze.code')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        value={code}
        error={isSubmitted && code.trim() === '' ? t('field.required', { field: t('login.freeze.code') }) : undefined}
        onChange={(event) => setCode(event.target.value)}
      />
      <FormError error={freeze.error} />
      <Button type="submit" variant="danger" isWide isBusy={freeze.isPending}>
        {t('login.freeze.submit')}
      </Button>
    </Form>
  );
}
