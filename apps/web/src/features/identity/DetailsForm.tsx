import { valibotResolver } from '@hookform/resolvers/valibot';
import { Button } from '@wusd/ui-kit/Button';
import { useEffect, useEffectEvent } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { PhoneField } from '../../app/forms/PhoneField.tsx';
import { Refusal } from '../../app/forms/Refusal.tsx';
import { toE164 } from '../../app/forms/phone.ts';
import { useWords } from '../../app/words.ts';
import { CompanyFields } from './CompanyFields.tsx';
import { PersonFields } from './PersonFields.tsx';
import { type Details, type DetailsInput, detailsSchema } from './schema.ts';
import { useField } from './use-field.ts';
import { useRefusedField } from './use-refused-field.ts';
import { Sections } from '../../app/Section.tsx';

export interface DetailsFormProps {
  /** With a company, its fields are asked for. */
  initial: DetailsInput;
  isBusy: boolean;
  /** Why the last try failed. */
  error: unknown;
  /** After every change. */
  onType: (typed: DetailsInput) => void;
  /** @param details as the contract takes them, the phone number in E.164 */
  onDetails: (details: Details) => void;
}

/** Who opens an account: the company, if it is one's; oneself; and the phone that is to be the account's. */
export function DetailsForm({ initial, isBusy, error, onType, onDetails }: DetailsFormProps) {
  const words = useWords();
  const form = useForm<DetailsInput, unknown, Details>({
    defaultValues: initial,
    resolver: valibotResolver(detailsSchema),
  });
  const { handleSubmit, subscribe } = form;
  const typed = useEffectEvent(onType);
  useEffect(() => subscribe({ formState: { values: true }, callback: ({ values }) => typed(values) }), [subscribe]);
  const refused = useRefusedField(form, error);

  const submit = handleSubmit((details) => {
    if (isBusy) return;
    const { phoneNumber, identity } = details;
    onDetails({ ...details, phoneNumber: toE164(phoneNumber, identity.residence) ?? phoneNumber });
  });
  return (
    <FormProvider {...form}>
      <Sections onSubmit={(event) => void submit(event)} noValidate>
        {initial.corporate && <CompanyFields />}
        <PersonFields title={words(initial.corporate ? 'identity.person' : 'identity.you')}>
          <Phone />
        </PersonFields>
        {!refused && <Refusal error={error} />}
        <Button type="submit" isWide isBusy={isBusy}>
          {words('register.continue')}
        </Button>
      </Sections>
    </FormProvider>
  );
}

function Phone() {
  const field = useField();
  return <PhoneField {...field('phoneNumber', 'phone.label')} />;
}
