import { useQuery } from '@tanstack/react-query';
import { type ActReview, ApiError } from '@wusd/api-sdk/core';
import { Button } from '@wusd/ui-kit/Button';
import { Notice } from '@wusd/ui-kit/Notice';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { TextField } from '@wusd/ui-kit/TextField';
import { vars } from '@wusd/ui-kit/tokens';
import { type SubmitEvent, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { useConfig } from '../../shared/api/config.ts';
import { countriesIn } from '../../shared/forms/countries.ts';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { Blockers } from '../../shared/money/Blockers.tsx';
import { language } from '../../shared/i18n/preferences.ts';
import { Section, Sections } from '../../shared/layout/Section.tsx';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { BankName } from './BankName.tsx';
import type { BankDraft } from './draft.ts';
import {
  type BankAccountFields,
  complaintOf,
  labelOf,
  refusalOf,
  type Requirement,
  type TextField as Name,
  tidy,
  type Way,
} from './fields.ts';
import { Intermediary, intermediaryComplaint } from './Intermediary.tsx';
import { requirementsQuery } from './queries.ts';

const Buttons = styled.div`
  display: grid;
  gap: ${vars.space3};
`;

export interface BankAccountFormProps {
  draft: BankDraft;
  onChange: (draft: BankDraft) => void;
  /** Asks the server what stands in the way. */
  review: (fields: BankAccountFields) => Promise<ActReview>;
  /** Nothing does. */
  onReviewed: (fields: BankAccountFields, review: ActReview) => void;
  onCancel: () => void;
}

/** An account as it is typed: how money travels to it first, then what that way needs, as the server says it. */
export function BankAccountForm({ draft, onChange, review: ask, onReviewed, onCancel }: BankAccountFormProps) {
  const t = useTranslate();
  const locale = useStore(language);
  const config = useConfig();
  const form = useRef<HTMLFormElement>(null);
  const [isSubmitted, setSubmitted] = useState(false);
  const { way, texts, intermediary } = draft;
  const rails = config?.currencyRails ?? [];
  const isChosen = way.country !== '' && way.currency !== '' && way.rail !== '';
  const query = useQuery({ ...requirementsQuery(way as Way), enabled: isChosen });
  const { data, error } = query;
  const requirements: readonly Requirement[] = (isChosen && data) || [];
  const isNotOffered = error instanceof ApiError && error.is('PAIR_NOT_OFFERED');

  const review = useSubmission(ask, (found, fields) => {
    if (found.blockers.length === 0) onReviewed(fields, found);
  });
  const change = (next: Partial<BankDraft>): void => {
    review.reset();
    onChange({ ...draft, ...next });
  };
  const choose = (next: Partial<BankDraft['way']>): void => {
    setSubmitted(false);
    change({ way: { ...way, ...next } });
  };
  const refused =
    review.error instanceof ApiError && review.error.is('INVALID_REQUEST') ? review.error.details : undefined;
  const named = refused?.field?.replace('/body', '');
  const isNamed = requirements.some(({ field }) => field === named);
  const errorOf = (requirement: Requirement): string | undefined => {
    const complaint = isSubmitted ? complaintOf(requirement, texts[nameOf(requirement)] ?? '', way as Way) : undefined;
    if (complaint) return t(complaint.id, { count: complaint.count ?? 0 });
    return requirement.field === named ? t(refusalOf(refused?.reasonCode)) : undefined;
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    // What was typed for another way is kept, and not asked for by this one.
    const isWrong = (each: Requirement): boolean =>
      each.field === '/intermediaryBank'
        ? intermediaryComplaint(intermediary)
        : complaintOf(each, texts[nameOf(each)] ?? '', way as Way) !== undefined;
    const isWhole = requirements.length > 0 && !requirements.some(isWrong);
    if (!isWhole)
      // Once the page shows what is wrong.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    else if (!review.isPending) review.mutate(fieldsOf(draft, requirements));
  };
  const missing = (text: string): string | undefined => (isSubmitted && text === '' ? t('bank.required') : undefined);
  const toOption = (value: string) => ({ value, label: value });
  const first = { value: '', label: t('bank.choose') };
  const currencies = [...new Set(rails.map(({ currency }) => currency))];

  return (
    <Sections ref={form} onSubmit={submit} noValidate>
      {!isNamed && <FormError error={review.error} />}
      <Blockers blockers={review.data?.blockers ?? []} />
      <Section title={t('bank.way')}>
        <SelectField
          label={t('bank.country')}
          value={way.country}
          error={missing(way.country)}
          options={[first, ...countriesIn(locale, config?.prohibitedCountries)]}
          onChange={({ target: { value } }) => choose({ country: value })}
        />
        <SelectField
          label={t('bank.currency')}
          value={way.currency}
          error={missing(way.currency)}
          options={[first, ...currencies.map(toOption)]}
          onChange={({ target: { value } }) => choose({ currency: value, rail: onlyRail(rails, value) })}
        />
        <SelectField
          label={t('bank.rail')}
          value={way.rail}
          error={missing(way.rail)}
          options={[
            first,
            ...rails.filter(({ currency }) => currency === way.currency).map(({ rail }) => toOption(rail)),
          ]}
          onChange={({ target: { value } }) => choose({ rail: value })}
        />
      </Section>
      {isChosen && isNotOffered && <Notice tone="warning">{t('bank.way.notOffered')}</Notice>}
      {isChosen && error && !isNotOffered && <Unavailable query={query}>{t('bank.form.unavailable')}</Unavailable>}
      {isChosen && !data && !error && <Skeleton width="100%" height="320px" />}
      {requirements.length > 0 && (
        <Section title={t('bank.details')}>
          {requirements.map((each) => {
            if (each.field === '/intermediaryBank')
              return (
                <Intermediary
                  key={each.field}
                  bank={intermediary}
                  isSubmitted={isSubmitted}
                  onChange={(bank) => change({ intermediary: bank })}
                />
              );
            const name = nameOf(each);
            const label = t(labelOf(name, way as Way));
            const shared = {
              label: each.isRequired ? label : t('bank.optional', { field: label }),
              value: texts[name] ?? '',
              error: errorOf(each),
            };
            const set = (value: string): void => change({ texts: { ...texts, [name]: value } });
            if (name === 'bankType')
              return (
                <SelectField
                  key={name}
                  {...shared}
                  options={[
                    first,
                    { value: 'checking', label: t('bank.bankType.checking') },
                    { value: 'savings', label: t('bank.bankType.savings') },
                  ]}
                  onChange={({ target: { value } }) => set(value)}
                />
              );
            if (name === 'bankName')
              return (
                <BankName
                  key={name}
                  {...shared}
                  country={way.country}
                  onChange={(bank) => change({ texts: { ...texts, ...onlyAsked(bank, requirements) } })}
                />
              );
            return (
              <TextField
                key={name}
                {...shared}
                hint={hints[name] && t(hints[name])}
                autoComplete="off"
                spellCheck={false}
                {...keyboardOf(each)}
                // Pasted with blanks, it is as long again at most.
                maxLength={(each.maxLength ?? 140) * 2}
                onChange={({ target: { value } }) => set(value)}
              />
            );
          })}
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
  );
}

const hints = { label: 'bank.label.hint', swiftCode: 'bank.swiftCode.hint' } as Partial<
  Record<Name, 'bank.label.hint' | 'bank.swiftCode.hint'>
>;

/** Digits, capitals or words: what the way’s own rule for the field lets in. */
function keyboardOf({ pattern }: Requirement): { inputMode?: 'numeric'; autoCapitalize?: string } {
  if (pattern === undefined) return { autoCapitalize: 'words' };
  if (/^\^\\d[^[]*$/.test(pattern)) return { inputMode: 'numeric' };
  return { autoCapitalize: 'characters' };
}

const nameOf = ({ field }: Requirement): Name => field.slice(1) as Name;

/** Where a currency travels in one way only, there is nothing to choose. */
function onlyRail(rails: readonly { currency: string; rail: string }[], currency: string): string {
  const found = rails.filter((each) => each.currency === currency);
  return found.length === 1 ? (found[0]?.rail ?? '') : '';
}

/** What is known of a bank, as far as the form asks for it. */
function onlyAsked(bank: Partial<Record<Name, string>>, requirements: readonly Requirement[]): typeof bank {
  return Object.fromEntries(
    Object.entries(bank).filter(([name]) => requirements.some(({ field }) => field === `/${name}`)),
  );
}

/** As it is sent: what the way asks for, and no more. */
function fieldsOf({ way, texts, intermediary }: BankDraft, requirements: readonly Requirement[]): BankAccountFields {
  const entered = requirements
    .map((each) => [nameOf(each), tidy(nameOf(each), texts[nameOf(each)] ?? '')] as const)
    .filter(([, value]) => value !== '');
  const isThrough = intermediary !== undefined && requirements.some(({ field }) => field === '/intermediaryBank');
  return {
    ...(way as Way),
    ...Object.fromEntries(entered),
    ...(isThrough && {
      intermediaryBank: {
        ...intermediary,
        name: intermediary.name.trim(),
        swift: tidy('swiftCode', intermediary.swift),
      },
    }),
  } as BankAccountFields;
}
