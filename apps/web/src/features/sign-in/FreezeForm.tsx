import { createClientOf } from '@wusd/api-sdk/core';
import { security } from '@wusd/api-sdk/resources/security';
import { Button } from '@wusd/ui-kit/Button';
import { Notice } from '@wusd/ui-kit/Notice';
import { TextField } from '@wusd/ui-kit/TextField';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useConfig } from '../../app/config.ts';
import { Refusal } from '../../app/forms/Refusal.tsx';
import { useSubmission } from '../../app/forms/submission.ts';
import { baseUrl, currentLanguage } from '../../app/services.ts';
import { useWords } from '../../app/words.ts';
import { Form } from '../../app/forms/Form.tsx';

const publicApi = createClientOf({ baseUrl, language: currentLanguage }, { security });

/** For who was told of a change that was not theirs, and may not be able to sign in any more. */
export default function FreezeForm() {
  const words = useWords();
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
        {words('login.freeze.done', { email: config?.supportEmail ?? '' })}
      </Notice>
    );
  }
  return (
    <Form onSubmit={submit} noValidate>
      <p>{words('login.freeze.intro')}</p>
      <TextField
        ref={field}
        label={words('login.freeze.code')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        value={code}
        error={
          isSubmitted && code.trim() === '' ? words('field.required', { field: words('login.freeze.code') }) : undefined
        }
        onChange={(event) => setCode(event.target.value)}
      />
      <Refusal error={freeze.error} />
      <Button type="submit" variant="danger" isWide isBusy={freeze.isPending}>
        {words('login.freeze.submit')}
      </Button>
    </Form>
  );
}
