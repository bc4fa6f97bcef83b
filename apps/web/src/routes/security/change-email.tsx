import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '@wusd/api-sdk/core';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { type SubmitEvent, useRef, useState } from 'react';
import { proveAct } from '../../app/acts.ts';
import { emailComplaint } from '../../app/forms/email.ts';
import { EmailField } from '../../app/forms/EmailField.tsx';
import { Refusal } from '../../app/forms/Refusal.tsx';
import { useSubmission } from '../../app/forms/submission.ts';
import { Page } from '../../app/Page.tsx';
import { withQueries } from '../../app/queries.tsx';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';
import { securityApi } from '../../features/security/api.ts';
import { proofIsOver, provenFor } from '../../features/security/prechecks.ts';
import { ProveFirst } from '../../features/security/ProveFirst.tsx';
import { Form } from '../../app/forms/Form.tsx';

/** What is bound is proved first; then the new address, by a code to it. */
function ChangeEmailRoute() {
  const words = useWords();
  const { email: precheckId } = useValue(provenFor);
  return (
    <Page
      title={words('security.changeEmail.title')}
      width="flow"
      intro={words(precheckId === undefined ? 'security.changeEmail.intro' : 'security.changeEmail.new')}
    >
      <Card>
        {precheckId === undefined ? (
          <ProveFirst
            of="email"
            intro="security.changeEmail.verify"
            review={() => securityApi.contact.reviewEmailProof()}
            prove={(intent, mfa) => securityApi.contact.proveEmail({ intent, mfa })}
          />
        ) : (
          <NewEmailForm precheckId={precheckId} />
        )}
      </Card>
    </Page>
  );
}

function NewEmailForm({ precheckId }: { precheckId: string }) {
  const words = useWords();
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const review = useSubmission(
    (address: string) =>
      securityApi.contact.reviewEmailChange({ email: address, precheckId }).catch((error: unknown) => {
        if (error instanceof ApiError && error.is('PRECHECK_INVALID')) proofIsOver('email', error.message);
        throw error;
      }),
    (reviewed, address) =>
      navigate({
        to: proveAct({
          action: 'change-email',
          intro: 'security.changeEmail.verify',
          review: reviewed,
          async act(intent, mfa) {
            await securityApi.contact.changeEmail({ email: address, precheckId }, { intent, mfa });
            provenFor.set({ ...provenFor.get(), email: undefined });
          },
          goesTo: '/result/change-email-success',
        }),
      }),
  );
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (emailComplaint(email)) field.current?.focus();
    else if (!review.isPending) review.mutate(email.trim());
  };
  return (
    <Form onSubmit={submit} noValidate>
      <EmailField ref={field} value={email} isChecked={isSubmitted} onChange={setEmail} />
      <Refusal error={review.error} />
      <Button type="submit" isWide isBusy={review.isPending}>
        {words('security.continue')}
      </Button>
    </Form>
  );
}

export default withQueries(ChangeEmailRoute);
