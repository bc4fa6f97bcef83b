import type { Config } from '@wusd/api-sdk/core';
import type { Currency } from '@wusd/api-sdk/domain';
import { CurrencyIcon } from '@wusd/ui-kit/CurrencyIcon';
import { NetworkIcon } from '@wusd/ui-kit/NetworkIcon';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { Pair } from '../../shared/layout/Section.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { type Choice, cryptoCurrencies, type NetworkId, networkName, networksOf } from './networks.ts';

export interface DepositChoiceProps {
  config: Config;
  choice: Choice;
  onChange: (change: Partial<Choice>) => void;
}

/** Selects the currency of a deposit, then a network that carries it. */
export function DepositChoice({ config, choice: { networkId, currency }, onChange }: DepositChoiceProps) {
  const t = useTranslate();
  return (
    <Pair>
      <SelectField
        label={t('crypto.currency')}
        leading={<CurrencyIcon currency={currency} size={24} />}
        value={currency}
        options={cryptoCurrencies(config).map((value) => ({ value, label: value }))}
        onChange={({ target: { value } }) => onChange({ currency: value as Currency })}
      />
      <SelectField
        label={t('crypto.network')}
        leading={networkId === undefined ? undefined : <NetworkIcon network={networkName(networkId)} size={24} />}
        value={networkId?.toString() ?? ''}
        options={[
          ...(networkId === undefined ? [{ value: '', label: t('crypto.network.choose') }] : []),
          ...networksOf(config, currency).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ target: { value } }) =>
          onChange({ networkId: value === '' ? undefined : (Number(value) as NetworkId) })
        }
      />
    </Pair>
  );
}
