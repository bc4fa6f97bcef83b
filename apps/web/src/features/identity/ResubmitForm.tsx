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
  /** The last submission, which may lack newer fields. Its document number is masked, so it must be typed again. */
  before: Partial<ResubmissionInput['identity']> | undefined;
  isBusy: boolean;
  /** Error of the last submission. */
  error: unknown;
  onIdentity: (identity: IdentityFields) => void;
}

/** The form to correct and resubmit a refused identity. */
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
