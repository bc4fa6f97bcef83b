import type { ActReview } from '@wusd/api-sdk/core';
import { Button } from '@wusd/ui-kit/Button';
import { vars } from '@wusd/ui-kit/tokens';
import { useMemo, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { styled } from 'styled-components';
import { BankFields } from '../../shared/bank-accounts/BankFields.tsx';
import type { BankDraft } from '../../shared/bank-accounts/draft.ts';
import type { BankAccountFields } from '../../shared/bank-accounts/fields.ts';
import { useRequirements } from '../../shared/bank-accounts/queries.ts';
import { bankRefusals } from '../../shared/bank-accounts/refusals.ts';
import { bankAccountSchema, type BankForm, fieldsOf, toDraft, toForm } from '../../shared/bank-accounts/schema.ts';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { useForm } from '../../shared/forms/use-form.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { Sections } from '../../shared/layout/Section.tsx';
import { Blockers } from '../../shared/money/Blockers.tsx';

const Buttons = styled.div`
  display: grid;
  gap: ${vars.space3};
`;

export interface BankAccountFormProps {
  draft: BankDraft;
  onChange: (draft: BankDraft) => void;
  /** Requests the review, which lists any blockers. */
  review: (fields: BankAccountFields) => Promise<ActReview>;
  /** Called if the review has no blockers. */
  onReviewed: (fields: BankAccountFields, review: ActReview) => void;
  onCancel: () => void;
}

/** Bank account form: country, currency and rail first, then the fields that the server requires for that rail. */
export function BankAccountForm({ draft, onChange, review: ask, onReviewed, onCancel }: BankAccountFormProps) {
  const t = useTranslate();
  const asked = useRequirements(draft.way);
  const { requirements } = asked;
  const { country } = draft.way;
  const review = useSubmission(ask, (found, fields) => {
    if (found.blockers.length === 0) onReviewed(fields, found);
  });
  const [typed] = useState(() => toForm(draft));
  const { form, onSubmit, error } = useForm({
    schema: useMemo(() => bankAccountSchema(requirements, country), [requirements, country]),
    defaultValues: typed,
    submission: {
      ...review,
      mutate(values: BankForm) {
        if (requirements.length > 0) review.mutate(fieldsOf(values, requirements));
      },
    },
    refusals: (answer) => bankRefusals(answer.error, requirements),
    onChange(values) {
      if (!review.isIdle) review.reset();
      onChange(toDraft(values));
    },
  });

  return (
    <FormProvider {...form}>
      <Sections onSubmit={onSubmit} noValidate>
        <FormError error={error} />
        <Blockers blockers={review.data?.blockers ?? []} />
        <BankFields {...asked} draft={draft} />
        <Buttons>
          <Button type="submit" isWide isBusy={review.isPending}>
            {t('bank.continue')}
          </Button>
          <Button variant="secondary" isWide onClick={onCancel}>
            {t('bank.cancel')}
          </Button>
        </Buttons>
      </Sections>
    </FormProvider>
  );
}
