import { useNavigate } from '@tanstack/react-router';
import type { ActReview, MfaCheck } from '@wusd/api-sdk/core';
import type { MessageId } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { startVerification } from '../../shared/verification/pending-command.ts';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { provenFor } from './prechecks.ts';

export interface ProveFirstProps {
  of: 'phone' | 'email';
  intro: MessageId;
  review: () => Promise<ActReview>;
  prove: (intent: ActReview, mfa: readonly MfaCheck[]) => Promise<{ precheckId: string }>;
}

/** First step of a change of phone or e-mail: verifies the current one with a code, then returns to the page. */
export function ProveFirst({ of, intro, review, prove }: ProveFirstProps) {
  const t = useTranslate();
  const navigate = useNavigate();
  const begin = useSubmission(review, (reviewed) =>
    navigate({
      to: startVerification({
        command: `change-${of}`,
        intro,
        review: reviewed,
        async execute(intent, mfa) {
          const { precheckId } = await prove(intent, mfa);
          provenFor.set({ ...provenFor.get(), [of]: precheckId });
        },
        redirectTo: `/change-${of}`,
      }),
    }),
  );
  return (
    <>
      <FormError error={begin.error} />
      <Button isWide isBusy={begin.isPending} onClick={() => begin.mutate(undefined)}>
        {t('security.continue')}
      </Button>
    </>
  );
}
