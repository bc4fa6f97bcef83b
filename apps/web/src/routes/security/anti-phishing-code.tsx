import { useNavigate } from '@tanstack/react-router';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { TextField } from '@wusd/ui-kit/TextField';
import { type SubmitEvent, useRef, useState } from 'react';
import { proveAct } from '../../app/acts.ts';
import { Refusal } from '../../app/forms/Refusal.tsx';
import { useSubmission } from '../../app/forms/submission.ts';
import { Page } from '../../app/Page.tsx';
import { withQueries } from '../../app/queries.tsx';
import { toast } from '../../app/toasts.ts';
import { useWords } from '../../app/words.ts';
import { securityApi } from '../../features/security/api.ts';
import { Form } from '../../app/forms/Form.tsx';

function AntiPhishingCodeRoute() {
  const words = useWords();
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const review = useSubmission(
    (typed: string) => securityApi.security.reviewAntiPhishingCode(typed),
    (reviewed, typed) =>
      navigate({
        to: proveAct({
          action: 'anti-phishing-code',
          intro: 'security.antiPhishing.verify',
          review: reviewed,
          async act(intent, mfa) {
            await securityApi.security.setAntiPhishingCode(typed, { intent, mfa });
            toast(words('security.antiPhishing.done'));
          },
          goesTo: '/security-setting',
        }),
      }),
  );
  const complaint = /[^A-Za-z0-9]/.test(code)
    ? 'security.antiPhishing.invalid'
    : code.length < 4 || code.length > 20
      ? 'security.antiPhishing.short'
      : undefined;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (complaint) field.current?.focus();
    else if (!review.isPending) review.mutate(code);
  };
  return (
    <Page title={words('security.antiPhishing.title')} width="flow" intro={words('security.antiPhishing.intro')}>
      <Card>
        <Form onSubmit={submit} noValidate>
          <TextField
            ref={field}
            label={words('security.antiPhishing.code')}
            hint={words('security.antiPhishing.hint')}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={40}
            value={code}
            error={isSubmitted && complaint ? words(complaint) : undefined}
            onChange={(event) => setCode(event.target.value)}
          />
          <Refusal error={review.error} />
          <Button type="submit" isWide isBusy={review.isPending}>
            {words('security.continue')}
          </Button>
        </Form>
      </Card>
    </Page>
  );
}

export default withQueries(AntiPhishingCodeRoute);
