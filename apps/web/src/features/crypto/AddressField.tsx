import type { BlockchainAddress } from '@wusd/api-sdk/core';
import type { Currency } from '@wusd/api-sdk/domain';
import { shortAddress } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Notice } from '@wusd/ui-kit/Notice';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { holds } from '../../shared/session/session.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { networkName } from './networks.ts';

export interface AddressFieldProps {
  currency: Currency;
  /** Saved addresses that accept the currency; undefined until loaded. */
  addresses: readonly BlockchainAddress[] | undefined;
  value: string;
  isMissing: boolean;
  onChange: (addressId: string) => void;
  /** Called to withdraw to an address that is not saved. */
  onNew: () => void;
}

/** Selects the saved address to withdraw to, or opens the form for a new one. */
export function AddressField({ currency, addresses, value, isMissing, onChange, onNew }: AddressFieldProps) {
  const t = useTranslate();
  const add = holds('wallet.blockchain_address.add') && (
    <Button variant={addresses?.length === 0 ? 'secondary' : 'quiet'} isDense onClick={onNew}>
      {t('crypto.withdraw.addAddress')}
    </Button>
  );
  if (addresses?.length === 0)
    return (
      <Notice tone="info" action={add}>
        {t('crypto.withdraw.noAddress', { currency })}
      </Notice>
    );
  return (
    <SelectField
      label={t('crypto.withdraw.to')}
      value={value}
      error={isMissing ? t('field.required', { field: t('crypto.withdraw.recipient') }) : undefined}
      hint={add}
      options={[
        { value: '', label: t('crypto.withdraw.chooseAddress') },
        ...(addresses ?? []).map(({ id, label, networkId, address }) => ({
          value: id,
          label: `${label} · ${networkName(networkId)} · ${shortAddress(address)}`,
        })),
      ]}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
