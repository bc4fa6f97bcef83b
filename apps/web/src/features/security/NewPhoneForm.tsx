import { type ActReview, ApiError } from '@wusd/api-sdk/core';
import { PhoneForm } from '../../app/forms/PhoneForm.tsx';
import { useSubmission } from '../../app/forms/submission.ts';
import { useWords } from '../../app/words.ts';

export interface NewPhoneFormProps {
  /** @param phoneNumber E.164 */
  review: (phoneNumber: string) => Promise<ActReview>;
  onReviewed: (review: ActReview, phoneNumber: string) => void;
  /** The proof that it stands on is over. */
  onOver?: (message: string) => void;
}

/** The number that is to be the account's. */
export function NewPhoneForm({ review, onReviewed, onOver }: NewPhoneFormProps) {
  const words = useWords();
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
      submitLabel={words('security.continue')}
      isBusy={submission.isPending}
      error={submission.error}
      onPhone={submission.mutate}
    />
  );
}
