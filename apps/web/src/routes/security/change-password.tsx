import { useNavigate, useRouter } from '@tanstack/react-router';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { Notice } from '@wusd/ui-kit/Notice';
import { type SubmitEvent, useRef, useState } from 'react';
import { proveAct } from '../../app/acts.ts';
import { loadAuth } from '../../app/auth.ts';
import { captchaFor } from '../../app/forms/captcha.ts';
import { NewPassword } from '../../app/forms/NewPassword.tsx';
import { Refusal } from '../../app/forms/Refusal.tsx';
import { sealed } from '../../app/forms/sealed.ts';
import { useSubmission } from '../../app/forms/submission.ts';
import { useNewPassword } from '../../app/forms/use-new-password.ts';
import { Page } from '../../app/Page.tsx';
import { withQueries } from '../../app/queries.tsx';
import { session } from '../../app/services.ts';
import { useValue } from '../../app/value.ts';
import { SecretField } from '../../app/forms/SecretField.tsx';
import { useWords } from '../../app/words.ts';
import { securityApi } from '../../features/security/api.ts';
import { Form } from '../../app/forms/Form.tsx';

const captcha = captchaFor('test_password');

/** The old password, then the new one, then the codes. */
function ChangePasswordRoute() {
  const words = useWords();
  const [oldPassword, setOldPassword] = useState('');
  const [isTested, setTested] = useState(false);
  const [isSubmitted, setSubmitted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { authUser } = useValue(session);
  const test = useSubmission(
    () => sealed({ password: oldPassword }, (payload) => securityApi.password.test(payload, { captcha })),
    () => setTested(true),
  );
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (oldPassword === '') field.current?.focus();
    else if (!test.isPending) test.mutate(undefined);
  };
  return (
    <Page title={words('security.changePassword.title')} width="flow" intro={words('security.changePassword.intro')}>
      <Card>
        {isTested ? (
          <NewForm oldPassword={oldPassword} />
        ) : (
          <Form onSubmit={submit} noValidate>
            <input type="text" name="username" autoComplete="username" value={authUser?.email ?? ''} readOnly hidden />
            <SecretField
              ref={field}
              label={words('security.changePassword.current')}
              name="password"
              autoComplete="current-password"
              value={oldPassword}
              error={
                isSubmitted && oldPassword === ''
                  ? words('field.required', { field: words('security.changePassword.current') })
                  : undefined
              }
              onChange={(event) => setOldPassword(event.target.value)}
            />
            <Refusal error={test.error} />
            <Button type="submit" isWide isBusy={test.isPending}>
              {words('security.continue')}
            </Button>
          </Form>
        )}
      </Card>
    </Page>
  );
}

function NewForm({ oldPassword }: { oldPassword: string }) {
  const words = useWords();
  const navigate = useNavigate();
  const router = useRouter();
  const [password, setPassword] = useState('');
  const newPassword = useNewPassword(password, setPassword);
  const review = useSubmission(
    () =>
      sealed({ oldPassword, password }, async (payload) => ({
        payload,
        review: await securityApi.password.reviewChange(payload),
      })),
    (reviewed) =>
      navigate({
        to: proveAct({
          action: 'change-password',
          intro: 'security.changePassword.verify',
          review: reviewed.review,
          async act(intent, mfa) {
            await securityApi.password.change(reviewed.payload, { intent, mfa });
            // Every session is over, this one too: it ends here by our own hand, not by an alert.
            await (await loadAuth()).end('logout');
            router.history.replace('/result/change-password-success');
          },
        }),
      }),
  );
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!newPassword.check()) newPassword.focus();
    else if (!review.isPending) review.mutate(undefined);
  };
  return (
    <Form onSubmit={submit} noValidate>
      <NewPassword {...newPassword.field} />
      <Notice tone="info">{words('security.changePassword.consequence')}</Notice>
      <Refusal error={review.error} />
      <Button type="submit" isWide isBusy={review.isPending}>
        {words('security.continue')}
      </Button>
    </Form>
  );
}

export default withQueries(ChangePasswordRoute);
