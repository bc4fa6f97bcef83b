import { type ActReview, ApiError } from '@wusd/api-sdk/core';
import { PhoneForm } from '../../shared/forms/PhoneForm.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';

export interface NewPhoneFormProps {
  /** @param phoneNumber E.164 */
  review: (phoneNumber: string) => Promise<ActReview>;
  onReviewed: (review: ActReview, phoneNumber: string) => void;
  /** Called if the proof of the current number has expired or was used. */
  onOver?: (message: string) => void;
}

/** Form for the new phone number of the account. */
export function NewPhoneForm({ review, onReviewed, onOver }: NewPhoneFormProps) {
  const t = useTranslate();
  const submission = useSubmission(
    (phoneNumber: string) =>
      review(phoneNumber).catch((error: unknown) => {
        if (error instanceof ApiError && error.is('PRECHECK_INVALID')) onOver?.(error.message);
        throw error;
      }),
    onReviewed,
  );
  return (
    <PhoneForm
      submitLabel={t('security.continue')}
      isBusy={submission.isPending}
      error={submission.error}
      onPhone={submission.mutate}
    />
  );
}
