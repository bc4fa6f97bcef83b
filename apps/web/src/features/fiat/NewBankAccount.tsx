import { type Ref, useImperativeHandle, useMemo, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { BankFields, type BankFieldsProps } from '../../shared/bank-accounts/BankFields.tsx';
import type { BankDraft } from '../../shared/bank-accounts/draft.ts';
import type { BankAccountFields } from '../../shared/bank-accounts/fields.ts';
import { bankRefusals } from '../../shared/bank-accounts/refusals.ts';
import { bankAccountSchema, type BankForm, fieldsOf, toDraft, toForm } from '../../shared/bank-accounts/schema.ts';
import type { RecipientForm } from '../../shared/forms/NewRecipient.tsx';
import { useForm } from '../../shared/forms/use-form.ts';

export interface NewBankAccountProps extends BankFieldsProps {
  ref: Ref<RecipientForm>;
  /** Error of the last review of the withdrawal. */
  failure: unknown;
  isBusy: boolean;
  onChange: (draft: BankDraft) => void;
  /** Called when the fields are valid. */
  onSubmit: (recipient: BankAccountFields) => void;
}

/** Fields of a new bank account, which the withdrawal saves. */
export default function NewBankAccount({
  ref,
  failure = null,
  isBusy,
  onChange,
  onSubmit,
  ...fields
}: NewBankAccountProps) {
  const { draft, requirements } = fields;
  const { country } = draft.way;
  const [typed] = useState(() => toForm(draft));
  const { form, onSubmit: submit } = useForm({
    schema: useMemo(() => bankAccountSchema(requirements, country), [requirements, country]),
    defaultValues: typed,
    submission: {
      mutate(values: BankForm) {
        if (requirements.length > 0) onSubmit(fieldsOf(values, requirements));
      },
      isPending: isBusy,
      error: failure,
    },
    refusals: ({ error }) => bankRefusals(error, requirements, '/body/newRecipient'),
    onChange: (values) => onChange(toDraft(values)),
  });
  useImperativeHandle(ref, () => ({ submit }));
  return (
    <FormProvider {...form}>
      <BankFields {...fields} />
    </FormProvider>
  );
}
