import { Button } from '@wusd/ui-kit/Button';
import { Notice } from '@wusd/ui-kit/Notice';
import { useState } from 'react';
import { FormError } from '../../shared/forms/FormError.tsx';
import { registrationApi, registrationNow } from '../../shared/forms/registration.ts';
import { useSubmission } from '../../shared/forms/submission.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { useCountdown } from '../../shared/state/use-countdown.ts';

const pauseMs = 60_000;

/** Sends the activation mail again, at most once a minute. */
export function ResendMail({ email }: { email: string }) {
  const t = useTranslate();
  const [until, setUntil] = useState(() => registrationNow() + pauseMs);
  const seconds = useCountdown(until, registrationNow);
  const resend = useSubmission(
    () => registrationApi.resendActivation(email),
    () => setUntil(registrationNow() + pauseMs),
  );
  return (
    <>
      {resend.isSuccess && (
        <Notice tone="positive" role="status">
          {t('register.success.resent')}
        </Notice>
      )}
      <FormError error={resend.error} />
      <Button
        variant="secondary"
        isWide
        isBusy={resend.isPending}
        disabled={seconds > 0}
        onClick={() => resend.mutate(undefined)}
      >
        {seconds > 0 ? t('register.success.resendIn', { seconds }) : t('register.success.resend')}
      </Button>
    </>
  );
}
