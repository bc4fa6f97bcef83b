import type { Config, Review } from '@wusd/api-sdk/core';
import { type Ref, useImperativeHandle, useMemo, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { AddressFields } from '../../shared/addresses/AddressFields.tsx';
import type { AddressDraft } from '../../shared/addresses/draft.ts';
import { addressRefusals } from '../../shared/addresses/refusals.ts';
import { addressSchema, type AddressFields as Fields, fieldsOf } from '../../shared/addresses/schema.ts';
import type { RecipientForm } from '../../shared/forms/NewRecipient.tsx';
import { useForm } from '../../shared/forms/use-form.ts';

export interface NewAddressProps {
  ref: Ref<RecipientForm>;
  draft: AddressDraft;
  /** Networks that carry the currency. */
  networks: Config['networks'];
  /** Error of the last review of the withdrawal. */
  failure: unknown;
  blockers: Review['blockers'];
  isBusy: boolean;
  onChange: (draft: AddressDraft) => void;
  /** Called when the fields are valid. */
  onSubmit: (recipient: Fields) => void;
}

/** Fields of a new address, which the withdrawal saves. */
export default function NewAddress({
  ref,
  draft,
  networks,
  failure = null,
  blockers,
  isBusy,
  onChange,
  onSubmit,
}: NewAddressProps) {
  const [typed] = useState(draft);
  const data = useMemo(() => (blockers.length === 0 ? undefined : { blockers }), [blockers]);
  const { form, onSubmit: submit } = useForm({
    schema: addressSchema,
    defaultValues: typed,
    submission: { mutate: (values) => onSubmit(fieldsOf(values)), isPending: isBusy, error: failure, data },
    refusals: addressRefusals,
    onChange,
  });
  useImperativeHandle(ref, () => ({ submit }));
  return (
    <FormProvider {...form}>
      <AddressFields networks={networks} />
    </FormProvider>
  );
}
