import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '@wusd/api-sdk/core';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { Notice } from '@wusd/ui-kit/Notice';
import { type SubmitEvent, useEffect, useState } from 'react';
import { ButtonLink } from '../../app/link.tsx';
import { OneThing } from '../../app/OneThing.tsx';
import { Page } from '../../app/Page.tsx';
import { withQueries } from '../../app/queries.tsx';
import { Refusal } from '../../app/forms/Refusal.tsx';
import { sealed } from '../../app/forms/sealed.ts';
import { useSubmission } from '../../app/forms/submission.ts';
import { useNewPassword } from '../../app/forms/use-new-password.ts';
import { passwordApi } from '../../features/password/api.ts';
import { useWords } from '../../app/words.ts';
import { NewPassword } from '../../app/forms/NewPassword.tsx';
import { Form } from '../../app/forms/Form.tsx';

/** The token and the address of the query: untrusted, held in memory, and gone from the address bar at once. */
function useHandedOver(): { resetToken: string; email: string } {
  const [handed] = useState(() => {
    const query = new URLSearchParams(location.search);
    return { resetToken: query.get('resetToken')?.slice(0, 200) ?? '', email: query.get('email')?.slice(0, 100) ?? '' };
  });
  useEffect(() => {
    if (location.search !== '') history.replaceState(history.state, '', location.pathname);
  }, []);
  return handed;
}

function ForgetPasswordSetRoute() {
  const words = useWords();
  const navigate = useNavigate();
  const { resetToken, email } = useHandedOver();
  const [password, setPassword] = useState('');
  const newPassword = useNewPassword(password, setPassword);

  const reset = useSubmission(
    () => sealed({ password }, (payload) => passwordApi.reset({ resetToken, payload })),
    () => navigate({ to: '/forget-password/success', replace: true }),
  );
  const { error } = reset;
  const isSpent = error instanceof ApiError && error.is('RESET_TOKEN_INVALID');

  if (resetToken === '' || isSpent) {
    return (
      <OneThing
        icon="key"
        title={words('forgot.set.over')}
        action={<ButtonLink to="/forget-password">{words('forgot.begin')}</ButtonLink>}
      >
        {isSpent ? error.message : words('forgot.set.noToken')}
      </OneThing>
    );
  }

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!newPassword.check()) newPassword.focus();
    else if (!reset.isPending) reset.mutate(undefined);
  };

  return (
    <Page title={words('forgot.set.title')} width="flow" intro={words('forgot.set.intro', { email })}>
      <Card>
        <Form onSubmit={submit} noValidate>
          <Refusal error={error} />
          {/* What a password manager saves the new password under. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <NewPassword {...newPassword.field} />
          <Notice tone="info">{words('forgot.set.consequence')}</Notice>
          <Button type="submit" isWide isBusy={reset.isPending}>
            {words('forgot.set.submit')}
          </Button>
        </Form>
      </Card>
    </Page>
  );
}

export default withQueries(ForgetPasswordSetRoute);
