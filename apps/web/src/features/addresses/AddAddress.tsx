import type { ActReview } from '@wusd/api-sdk/core';
import { Network } from '@wusd/api-sdk/domain';
import { Button } from '@wusd/ui-kit/Button';
import { IconButton } from '@wusd/ui-kit/IconButton';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { TextField } from '@wusd/ui-kit/TextField';
import { lazy, Suspense, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useConfig } from '../../shared/api/config.ts';
import { toast } from '../../shared/feedback/toasts.ts';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { useForm } from '../../shared/forms/use-form.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { Blockers } from '../../shared/money/Blockers.tsx';
import { addressesApi } from '../../shared/money/saved-addresses.ts';
import { type AddressFields, AddressReview, type AddressReviewProps } from './AddressReview.tsx';
import { addressDraft } from './draft.ts';
import { Buttons, Form } from './layout.ts';
import type { ScannedAddress } from './scanned-address.ts';
import { addressRefusals, addressSchema, otherBlockers, type TypedAddress } from './schema.ts';

const ScanAddress = lazy(() => import('./ScanAddress.tsx'));
/** Only a page that came over TLS, or from this machine, is given any. */
const hasCameras = navigator.mediaDevices !== undefined;

const hasMemo = (networkId: string): boolean => networkId === String(Network.Stellar);

export interface AddAddressProps {
  onCancel: () => void;
  /** With its id. */
  onSaved?: (id: string) => void;
  /** Where to once it is verified: back to what it was added for. */
  redirectTo?: AddressReviewProps['redirectTo'] | undefined;
}

/** A new address: typed, then reviewed in full, then verified by codes. */
export function AddAddress({ onCancel, onSaved, redirectTo = '/blockchain' }: AddAddressProps) {
  const [reviewed, setReviewed] = useState<{ fields: AddressFields; review: ActReview }>();
  return reviewed ? (
    <AddressReview {...reviewed} onSaved={onSaved} redirectTo={redirectTo} onEdit={() => setReviewed(undefined)} />
  ) : (
    <AddressForm onReviewed={(fields, review) => setReviewed({ fields, review })} onCancel={onCancel} />
  );
}

interface AddressFormProps {
  onReviewed: (fields: AddressFields, review: ActReview) => void;
  onCancel: () => void;
}

function AddressForm({ onReviewed, onCancel }: AddressFormProps) {
  const t = useTranslate();
  const config = useConfig();
  const [isScanning, setScanning] = useState(false);
  const review = useSubmission(
    (typed: TypedAddress) => addressesApi.blockchainAddresses.reviewAdd(fieldsOf(typed)),
    (found, typed) => {
      if (found.blockers.length === 0) onReviewed(fieldsOf(typed), found);
    },
  );
  const [typed] = useState(addressDraft.get);
  const { form, field, onSubmit, error } = useForm({
    schema: addressSchema,
    defaultValues: typed,
    submission: review,
    refusals: addressRefusals,
    onChange(values) {
      if (!review.isIdle) review.reset();
      addressDraft.set(values);
    },
  });
  const { control, setValue, formState } = form;
  const networkId = useWatch({ control, name: 'networkId' });
  const read = (scanned: ScannedAddress): void => {
    setScanning(false);
    const options = { shouldValidate: formState.isSubmitted };
    setValue('address', scanned.address, options);
    if (scanned.memo) setValue('memo', scanned.memo, options);
    if (scanned.networkId) setValue('networkId', String(scanned.networkId), options);
    toast(t('address.scan.filled'));
  };
  return (
    <Form onSubmit={onSubmit} noValidate>
      <FormError error={error} />
      <Blockers blockers={otherBlockers(review.data?.blockers ?? [])} />
      <SelectField
        {...field('networkId', 'address.network')}
        // Networks may arrive after the form.
        value={networkId}
        options={[
          { value: '', label: t('address.network.choose') },
          ...(config?.networks ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <TextField
        {...field('address', 'address.address')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={120}
        trailing={hasCameras && <IconButton icon="scan" label={t('address.scan')} onClick={() => setScanning(true)} />}
      />
      <Suspense>{isScanning && <ScanAddress onRead={read} onClose={() => setScanning(false)} />}</Suspense>
      {hasMemo(networkId) && (
        <TextField
          {...field('memo', 'address.memo')}
          hint={t('address.memo.hint')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={64}
        />
      )}
      <TextField
        {...field('label', 'address.label')}
        hint={t('address.label.hint')}
        autoComplete="off"
        autoCapitalize="sentences"
        maxLength={40}
      />
      <Buttons>
        <Button type="submit" isWide isBusy={review.isPending}>
          {t('address.continue')}
        </Button>
        <Button variant="secondary" isWide onClick={onCancel}>
          {t('address.cancel')}
        </Button>
      </Buttons>
    </Form>
  );
}

/** As it is sent: a memo where the network has memos. */
function fieldsOf({ memo, ...fields }: TypedAddress): AddressFields {
  return { ...fields, ...(hasMemo(String(fields.networkId)) && memo !== '' && { memo }) };
}
