import { useQuery } from '@tanstack/react-query';
import { type ActReview, ApiError } from '@wusd/api-sdk/core';
import { Button } from '@wusd/ui-kit/Button';
import { Notice } from '@wusd/ui-kit/Notice';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { vars } from '@wusd/ui-kit/tokens';
import { useMemo, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { styled } from 'styled-components';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { useForm } from '../../shared/forms/use-form.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { Section, Sections } from '../../shared/layout/Section.tsx';
import { Blockers } from '../../shared/money/Blockers.tsx';
import type { BankDraft } from './draft.ts';
import { type BankAccountFields, isIntermediary, type Requirement, type Way } from './fields.ts';
import { Intermediary } from './Intermediary.tsx';
import { requirementsQuery } from './queries.ts';
import { RequirementField } from './RequirementField.tsx';
import { bankAccountSchema, bankRefusals, type BankForm, fieldsOf, toDraft, toForm } from './schema.ts';
import { WayFields } from './WayFields.tsx';

const Buttons = styled.div`
  display: grid;
  gap: ${vars.space3};
`;
const none: readonly Requirement[] = [];

export interface BankAccountFormProps {
  draft: BankDraft;
  onChange: (draft: BankDraft) => void;
  /** Asks the server whether anything blocks the account. */
  review: (fields: BankAccountFields) => Promise<ActReview>;
  /** Called if nothing blocks it. */
  onReviewed: (fields: BankAccountFields, review: ActReview) => void;
  onCancel: () => void;
}

/** The form of a bank account: country, currency and rail first, then the fields that the server requires for that rail. */
export function BankAccountForm({ draft, onChange, review: ask, onReviewed, onCancel }: BankAccountFormProps) {
  const t = useTranslate();
  const { way } = draft;
  const isChosen = way.country !== '' && way.currency !== '' && way.rail !== '';
  const query = useQuery({ ...requirementsQuery(way as Way), enabled: isChosen });
  const requirements = (isChosen && query.data) || none;
  const review = useSubmission(ask, (found, fields) => {
    if (found.blockers.length === 0) onReviewed(fields, found);
  });
  const [typed] = useState(() => toForm(draft));
  const { form, onSubmit, error } = useForm({
    schema: useMemo(() => bankAccountSchema(requirements, way.country), [requirements, way.country]),
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
        <WayFields way={way} />
        {isChosen && <RequirementsState query={query} />}
        {requirements.length > 0 && (
          <Section title={t('bank.details')}>
            {requirements.map((each) =>
              isIntermediary(each) ? (
                <Intermediary key={each.field} />
              ) : (
                <RequirementField key={each.field} requirement={each} requirements={requirements} draft={draft} />
              ),
            )}
          </Section>
        )}
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

interface RequirementsStateProps {
  query: Parameters<typeof Unavailable>[0]['query'] & { data: unknown; error: unknown };
}

/** Says why there are no fields yet. */
function RequirementsState({ query }: RequirementsStateProps) {
  const t = useTranslate();
  const { data, error } = query;
  if (error instanceof ApiError && error.is('PAIR_NOT_OFFERED'))
    return <Notice tone="warning">{t('bank.way.notOffered')}</Notice>;
  if (error) return <Unavailable query={query}>{t('bank.form.unavailable')}</Unavailable>;
  return data === undefined && <Skeleton width="100%" height="320px" />;
}
