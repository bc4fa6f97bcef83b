import { useQueryClient } from '@tanstack/react-query';
import { ApiError, type VerificationPerson, type VerificationPersonFields } from '@wusd/api-sdk/core';
import { compare, isAmount } from '@wusd/api-sdk/money';
import type { MessageId } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Dialog } from '@wusd/ui-kit/Dialog';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { TextField } from '@wusd/ui-kit/TextField';
import { vars } from '@wusd/ui-kit/tokens';
import { useId, useState } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { styled } from 'styled-components';
import * as v from 'valibot';
import { useConfig } from '../../shared/api/config.ts';
import { CountryField } from '../../shared/forms/CountryField.tsx';
import { FormError } from '../../shared/forms/FormError.tsx';
import type { Refusal } from '../../shared/forms/refusals.ts';
import { country, name, oneOf, problems } from '../../shared/forms/rules.ts';
import { useSubmission } from '../../shared/forms/submission.ts';
import { useForm } from '../../shared/forms/use-form.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { verificationApi, verificationQuery } from './verification-api.ts';

const Fields = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${vars.space5};
  color: ${vars.fg};
`;

/** The person's role in the company, as one choice. The API has separate roles. */
const kinds = ['director', 'owner', 'both'] as const;
type Kind = (typeof kinds)[number];
const labels: Record<Kind, MessageId> = {
  director: 'profile.verification.role.director',
  owner: 'profile.verification.role.owner',
  both: 'profile.verification.role.both',
};
const rolesOf: Record<Kind, VerificationPersonFields['roles']> = {
  director: ['director'],
  owner: ['owner'],
  both: ['director', 'owner'],
};
const kindOf = (roles: VerificationPersonFields['roles']): Kind =>
  roles.length > 1 ? 'both' : (roles[0] ?? 'director');

const shareScale = 4;
const isShare = (share: string, least: string): boolean =>
  isAmount(share, shareScale) && compare(share, least) >= 0 && compare(share, '100') <= 0;

/** @param ownerPercent minimum share of an owner in percent, as a decimal string */
const personSchema = (ownerPercent: string) =>
  v.pipe(
    v.object({
      fullName: name,
      kind: oneOf(kinds),
      sharePercent: v.pipe(v.string(), v.trim()),
      dateOfBirth: v.pipe(
        v.string(),
        v.nonEmpty(problems.required),
        v.isoDate(problems.notAccepted),
        v.check(
          (date) => date >= '1900-01-01' && date < new Date().toISOString().slice(0, 10),
          'profile.verification.birth.invalid' satisfies MessageId,
        ),
      ),
      residence: country,
    }),
    v.forward(
      v.partialCheck(
        [['kind'], ['sharePercent']],
        ({ kind, sharePercent }) => kind === 'director' || isShare(sharePercent, ownerPercent),
        'profile.verification.share.range' satisfies MessageId,
      ),
      ['sharePercent'],
    ),
    v.transform(({ kind, sharePercent, ...fields }): VerificationPersonFields => ({
      ...fields,
      roles: rolesOf[kind],
      ...(kind !== 'director' && { sharePercent }),
    })),
  );

export interface PersonDialogProps {
  /** The person to change; undefined to add one. */
  person: VerificationPerson | undefined;
  /** Minimum share of an owner in percent, as a decimal string. */
  ownerPercent: string;
  onClose: () => void;
}

/** Dialog for the details of a director or owner. */
export function PersonDialog({ person, ownerPercent: percent, onClose }: PersonDialogProps) {
  const [schema] = useState(() => personSchema(percent));
  const t = useTranslate();
  const id = useId();
  const queries = useQueryClient();
  const prohibited = useConfig()?.prohibitedCountries;
  const submission = useSubmission(
    (fields: VerificationPersonFields) =>
      person ? verificationApi.editPerson(person.id, fields) : verificationApi.addPerson(fields),
    (answer) => {
      queries.setQueryData(verificationQuery.queryKey, answer);
      onClose();
    },
  );
  const { form, field, onSubmit, error } = useForm({
    schema,
    defaultValues: {
      fullName: person?.fullName ?? '',
      kind: person ? kindOf(person.roles) : '',
      sharePercent: person?.sharePercent ?? '',
      dateOfBirth: person?.dateOfBirth ?? '',
      residence: person?.residence ?? '',
    },
    submission,
    refusals: ({ error: failure }) => refusedShare(failure),
  });
  const kind = useWatch({ control: form.control, name: 'kind' });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={
        person
          ? t('profile.verification.person.change', { name: person.fullName })
          : t('profile.verification.person.new')
      }
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" form={id} isBusy={submission.isPending}>
            {t('profile.verification.person.save')}
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <Fields id={id} onSubmit={onSubmit} noValidate>
          <TextField
            {...field('fullName', 'identity.fullName')}
            autoComplete="off"
            autoCapitalize="words"
            maxLength={140}
          />
          <SelectField
            {...field('kind', 'profile.verification.roles')}
            options={kinds.map((value) => ({ value, label: t(labels[value], { percent }) }))}
            placeholder={t('identity.choose')}
          />
          {(kind === 'owner' || kind === 'both') && (
            <TextField
              {...field('sharePercent', 'profile.verification.share', { percent })}
              hint={t('profile.verification.share.range', { percent })}
              inputMode="decimal"
              isNumeric
              autoComplete="off"
              maxLength={8}
            />
          )}
          <TextField {...field('dateOfBirth', 'profile.verification.birth')} type="date" />
          <CountryField
            {...field('residence', 'identity.residence')}
            excluded={prohibited}
            placeholder="identity.choose"
          />
          <FormError error={error} />
        </Fields>
      </FormProvider>
    </Dialog>
  );
}

/** The share field, if the server refused it. Only the server knows the shares of all owners. */
function refusedShare(error: unknown): Refusal[] {
  if (!(error instanceof ApiError && error.is('INVALID_REQUEST'))) return [];
  return error.details.reasonCode === 'above-whole'
    ? [{ field: 'sharePercent', message: 'profile.verification.share.sum' }]
    : [];
}
