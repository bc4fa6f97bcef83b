import type { BlockchainAddress } from '@wusd/api-sdk/core';
import type { Currency } from '@wusd/api-sdk/domain';
import { shortAddress } from '@wusd/i18n';
import { Notice } from '@wusd/ui-kit/Notice';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { ButtonLink, TextLink } from '../../shared/routing/link.tsx';
import { holds } from '../../shared/session/session.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { networkName } from './networks.ts';

/** Adding an address returns to the withdrawal. */
const newAddress = { to: '/blockchain', search: { add: true, from: 'withdraw' } } as const;

export interface AddressFieldProps {
  currency: Currency;
  /** Saved addresses that take the currency; undefined until they have arrived. */
  addresses: readonly BlockchainAddress[] | undefined;
  value: string;
  isMissing: boolean;
  onChange: (addressId: string) => void;
}

/** The address to withdraw to, or the way to add one. */
export function AddressField({ currency, addresses, value, isMissing, onChange }: AddressFieldProps) {
  const t = useTranslate();
  const canAdd = holds('wallet.blockchain_address.add');
  if (addresses?.length === 0)
    return (
      <Notice
        tone="info"
        action={
          canAdd && (
            <ButtonLink {...newAddress} variant="secondary" isDense>
              {t('crypto.withdraw.addAddress')}
            </ButtonLink>
          )
        }
      >
        {t('crypto.withdraw.noAddress', { currency })}
      </Notice>
    );
  return (
    <SelectField
      label={t('crypto.withdraw.to')}
      value={value}
      error={isMissing ? t('field.required', { field: t('crypto.withdraw.to') }) : undefined}
      hint={canAdd && <TextLink {...newAddress}>{t('crypto.withdraw.addAddress')}</TextLink>}
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
