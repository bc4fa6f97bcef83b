import type { IdentityFields } from '@wusd/api-sdk/core';
import { Button } from '@wusd/ui-kit/Button';
import { FormProvider } from 'react-hook-form';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { PersonFields } from './PersonFields.tsx';
import { emptyIdentity, type ResubmissionInput, resubmissionSchema } from './schema.ts';
import { useForm } from '../../shared/forms/use-form.ts';
import { Sections } from '../../shared/layout/Section.tsx';

export interface ResubmitFormProps {
  /** What was submitted before, perhaps without newer fields. The document's number is known masked only, and is asked for again. */
  before: Partial<ResubmissionInput['identity']> | undefined;
  isBusy: boolean;
  /** Why the last try failed. */
  error: unknown;
  onIdentity: (identity: IdentityFields) => void;
}

/** An identity that was refused, to be corrected and sent again. */
export function ResubmitForm({ before, isBusy, error, onIdentity }: ResubmitFormProps) {
  const t = useTranslate();
  const {
    form,
    onSubmit,
    error: other,
  } = useForm({
    schema: resubmissionSchema,
    defaultValues: { identity: { ...emptyIdentity, ...before, idNumber: '' } },
    submission: { mutate: ({ identity }) => onIdentity(identity), isPending: isBusy, error },
    bodyPrefix: 'identity.',
  });
  return (
    <FormProvider {...form}>
      <Sections onSubmit={onSubmit} noValidate>
        <PersonFields title={t('identity.you')} />
        <FormError error={other} />
        <Button type="submit" isWide isBusy={isBusy}>
          {t('profile.resubmit')}
        </Button>
      </Sections>
    </FormProvider>
  );
}
