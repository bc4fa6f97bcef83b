import type { Config } from '@wusd/api-sdk/core';
import { IconButton } from '@wusd/ui-kit/IconButton';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { TextField } from '@wusd/ui-kit/TextField';
import { lazy, Suspense, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { toast } from '../feedback/toasts.ts';
import { useField } from '../forms/use-field.ts';
import { useTranslate } from '../i18n/use-translate.ts';
import type { AddressDraft } from './draft.ts';
import type { ScannedAddress } from './scanned-address.ts';
import { hasMemo } from './schema.ts';

const ScanAddress = lazy(() => import('./ScanAddress.tsx'));
/** Browsers expose cameras only to pages served over TLS or from localhost. */
const hasCameras = navigator.mediaDevices !== undefined;

export interface AddressFieldsProps {
  /** Networks to choose from. */
  networks: Config['networks'];
}

/** Fields of a new address within the enclosing form: network, address with a QR code scanner, memo and label. */
export function AddressFields({ networks }: AddressFieldsProps) {
  const t = useTranslate();
  const field = useField<AddressDraft>();
  const { setValue, formState } = useFormContext<AddressDraft>();
  const networkId = useWatch<AddressDraft, 'networkId'>({ name: 'networkId' });
  const [isScanning, setScanning] = useState(false);
  const read = (scanned: ScannedAddress): void => {
    setScanning(false);
    const options = { shouldValidate: formState.isSubmitted };
    setValue('address', scanned.address, options);
    if (scanned.memo) setValue('memo', scanned.memo, options);
    if (scanned.networkId && networks.some(({ id }) => id === scanned.networkId))
      setValue('networkId', String(scanned.networkId), options);
    toast(t('address.scan.filled'));
  };
  return (
    <>
      <SelectField
        {...field('networkId', 'address.network')}
        // Controlled, because networks may load after the form.
        value={networkId}
        options={[
          { value: '', label: t('address.network.choose') },
          ...networks.map(({ id, name }) => ({ value: String(id), label: name })),
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
    </>
  );
}
