import { Button } from '@wusd/ui-kit/Button';
import { FormProvider, useWatch } from 'react-hook-form';
import { PhoneField } from '../../shared/forms/PhoneField.tsx';
import { FormError } from '../../shared/forms/FormError.tsx';
import { toE164 } from '../../shared/forms/phone.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { CompanyFields } from './CompanyFields.tsx';
import { PersonFields } from './PersonFields.tsx';
import { type Details, type DetailsInput, detailsSchema } from './schema.ts';
import { useField } from '../../shared/forms/use-field.ts';
import { useForm } from '../../shared/forms/use-form.ts';
import { Sections } from '../../shared/layout/Section.tsx';

export interface DetailsFormProps {
  /** Initial values. With `corporate`, the form also shows the fields of a company. */
  initial: DetailsInput;
  isBusy: boolean;
  /** Error of the last submission. */
  error: unknown;
  /** Called after every change. */
  onType: (typed: DetailsInput) => void;
  /** @param details as the API expects them, with the phone number in E.164 */
  onDetails: (details: Details) => void;
}

/** Form for the person and company that open an account, and the account's phone number. */
export function DetailsForm({ initial, isBusy, error, onType, onDetails }: DetailsFormProps) {
  const t = useTranslate();
  const {
    form,
    onSubmit,
    error: other,
  } = useForm({
    schema: detailsSchema,
    defaultValues: initial,
    submission: {
      mutate(details: Details) {
        const { phoneNumber, identity } = details;
        onDetails({ ...details, phoneNumber: toE164(phoneNumber, identity.residence) ?? phoneNumber });
      },
      isPending: isBusy,
      error,
    },
    onChange: onType,
  });
  return (
    <FormProvider {...form}>
      <Sections onSubmit={onSubmit} noValidate>
        {initial.corporate && <CompanyFields />}
        <PersonFields title={t(initial.corporate ? 'identity.person' : 'identity.you')}>
          <Phone />
        </PersonFields>
        <FormError error={other} />
        <Button type="submit" isWide isBusy={isBusy}>
          {t('register.continue')}
        </Button>
      </Sections>
    </FormProvider>
  );
}

function Phone() {
  const field = useField<DetailsInput>();
  const home = useWatch<DetailsInput, 'identity.residence'>({ name: 'identity.residence' });
  return <PhoneField {...field('phoneNumber', 'phone.label')} home={home} />;
}
