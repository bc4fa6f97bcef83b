import { errorName } from '@wusd/api-sdk/domain';
import { AuthError } from '@wusd/auth-core';
import { signInActivated } from '@wusd/auth-core/activation';
import { Button } from '@wusd/ui-kit/Button';
import * as v from 'valibot';
import { useEffect, useEffectEvent } from 'react';
import { Form } from '../../shared/forms/Form.tsx';
import { FormError } from '../../shared/forms/FormError.tsx';
import { PasswordField } from '../../shared/forms/PasswordField.tsx';
import { secret } from '../../shared/forms/rules.ts';
import { useSubmission } from '../../shared/forms/submission.ts';
import { useForm } from '../../shared/forms/use-form.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { ButtonLink } from '../../shared/routing/link.tsx';
import { loadAuth } from '../../shared/session/auth.ts';

const schema = v.object({ password: secret });

export interface FirstSignInProps {
  email: string;
  browserKey: string;
  challengeId: string;
  /** Password that was typed with the code. It is submitted immediately. */
  typed: string;
  onDone: () => unknown;
}

/** Signs in to the account that was just activated in this browser. Only the password is required. */
export function FirstSignIn({ email, browserKey, challengeId, typed, onDone }: FirstSignInProps) {
  const t = useTranslate();
  const signIn = useSubmission(
    async ({ password }: { password: string }) =>
      signInActivated(await loadAuth(), { username: email, password }, { challengeId, browserKey }),
    onDone,
  );
  const { field, onSubmit, error } = useForm({ schema, defaultValues: { password: typed }, submission: signIn });
  const { mutate } = signIn;
  const attempt = useEffectEvent(() => {
    if (typed !== '') mutate({ password: typed });
  });
  useEffect(() => attempt(), []);
  const isOver = error instanceof AuthError && errorName(error.errCode) === 'CHALLENGE_INVALID';
  return (
    <Form onSubmit={onSubmit} noValidate>
      <FormError error={error} />
      {isOver ? (
        <ButtonLink to="/login" isWide>
          {t('activation.success.action')}
        </ButtonLink>
      ) : (
        <>
          <PasswordField {...field('password', 'login.password')} autoComplete="current-password" />
          <Button type="submit" isWide isBusy={signIn.isPending}>
            {t('activation.success.action')}
          </Button>
        </>
      )}
    </Form>
  );
}
