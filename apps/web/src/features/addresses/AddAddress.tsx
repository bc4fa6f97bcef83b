import type { ActReview } from '@wusd/api-sdk/core';
import { Button } from '@wusd/ui-kit/Button';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { AddressFields } from '../../shared/addresses/AddressFields.tsx';
import { addressRefusals, otherBlockers } from '../../shared/addresses/refusals.ts';
import {
  addressSchema,
  fieldsOf,
  type AddressFields as Fields,
  type TypedAddress,
} from '../../shared/addresses/schema.ts';
import { useConfig } from '../../shared/api/config.ts';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { useForm } from '../../shared/forms/use-form.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { Blockers } from '../../shared/money/Blockers.tsx';
import { addressesApi } from '../../shared/money/saved-addresses.ts';
import { AddressReview, type AddressReviewProps } from './AddressReview.tsx';
import { addressDraft } from './draft.ts';
import { Buttons, Form } from './layout.ts';

export interface AddAddressProps {
  onCancel: () => void;
  /** Called with the id of the saved address. */
  onSaved?: (id: string) => void;
  /** Page to open after verification: the one that the address was added for. */
  redirectTo?: AddressReviewProps['redirectTo'] | undefined;
}

/** Adds an address: the customer enters it, reviews it in full, and verifies it with codes. */
export function AddAddress({ onCancel, onSaved, redirectTo = '/blockchain' }: AddAddressProps) {
  const [reviewed, setReviewed] = useState<{ fields: Fields; review: ActReview }>();
  return reviewed ? (
    <AddressReview {...reviewed} onSaved={onSaved} redirectTo={redirectTo} onEdit={() => setReviewed(undefined)} />
  ) : (
    <AddressForm onReviewed={(fields, review) => setReviewed({ fields, review })} onCancel={onCancel} />
  );
}

interface AddressFormProps {
  onReviewed: (fields: Fields, review: ActReview) => void;
  onCancel: () => void;
}

function AddressForm({ onReviewed, onCancel }: AddressFormProps) {
  const t = useTranslate();
  const config = useConfig();
  const review = useSubmission(
    (typed: TypedAddress) => addressesApi.blockchainAddresses.reviewAdd(fieldsOf(typed)),
    (found, typed) => {
      if (found.blockers.length === 0) onReviewed(fieldsOf(typed), found);
    },
  );
  const [typed] = useState(addressDraft.get);
  const { form, onSubmit, error } = useForm({
    schema: addressSchema,
    defaultValues: typed,
    submission: review,
    refusals: addressRefusals,
    onChange(values) {
      if (!review.isIdle) review.reset();
      addressDraft.set(values);
    },
  });
  return (
    <FormProvider {...form}>
      <Form onSubmit={onSubmit} noValidate>
        <FormError error={error} />
        <Blockers blockers={otherBlockers(review.data?.blockers ?? [])} />
        <AddressFields networks={config?.networks ?? []} />
        <Buttons>
          <Button type="submit" isWide isBusy={review.isPending}>
            {t('address.continue')}
          </Button>
          <Button variant="secondary" isWide onClick={onCancel}>
            {t('address.cancel')}
          </Button>
        </Buttons>
      </Form>
    </FormProvider>
  );
}
