import { useNavigate } from '@tanstack/react-router';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { type SubmitEvent, useRef, useState } from 'react';
import { deviceId } from '../../app/preferences.ts';
import { emailComplaint } from '../../app/forms/email.ts';
import { EmailField } from '../../app/forms/EmailField.tsx';
import { TextLink } from '../../app/link.tsx';
import { Page } from '../../app/Page.tsx';
import { withQueries } from '../../app/queries.tsx';
import { Refusal } from '../../app/forms/Refusal.tsx';
import { useSubmission } from '../../app/forms/submission.ts';
import { useWords } from '../../app/words.ts';
import { passwordApi } from '../../features/password/api.ts';
import { pendingReset } from '../../features/password/pending.ts';
import { Form } from '../../app/forms/Form.tsx';

function ForgetPasswordRoute() {
  const words = useWords();
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const begin = useSubmission(
    (address: string) => passwordApi.beginForgotten(address, { device: deviceId() }),
    (challenge, address) => {
      pendingReset.set({ email: address, challenge });
      return navigate({ to: '/security-verification/forget-password' });
    },
  );

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (emailComplaint(email)) field.current?.focus();
    else if (!begin.isPending) begin.mutate(email.trim());
  };

  return (
    <Page title={words('forgot.title')} width="flow" intro={words('forgot.intro')}>
      <Card>
        <Form onSubmit={submit} noValidate>
          <Refusal error={begin.error} />
          <EmailField ref={field} value={email} isChecked={isSubmitted} onChange={setEmail} />
          <Button type="submit" isWide isBusy={begin.isPending}>
            {words('login.submit')}
          </Button>
          <p>
            <TextLink to="/login">{words('forgot.remembered')}</TextLink>
          </p>
        </Form>
      </Card>
    </Page>
  );
}

export default withQueries(ForgetPasswordRoute);
