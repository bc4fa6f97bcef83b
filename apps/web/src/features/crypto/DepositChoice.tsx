import type { Config } from '@wusd/api-sdk/core';
import type { Currency } from '@wusd/api-sdk/domain';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { Pair } from '../../shared/layout/Section.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { type Choice, currenciesOf, type NetworkId } from './networks.ts';

export interface DepositChoiceProps {
  config: Config;
  choice: Choice;
  onChange: (change: Partial<Choice>) => void;
}

/** The network of a deposit, and then one of its currencies. */
export function DepositChoice({ config, choice: { networkId, currency }, onChange }: DepositChoiceProps) {
  const t = useTranslate();
  return (
    <Pair>
      <SelectField
        label={t('crypto.network')}
        value={networkId?.toString() ?? ''}
        options={[
          ...(networkId === undefined ? [{ value: '', label: t('crypto.network.choose') }] : []),
          ...config.networks.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ target: { value } }) =>
          onChange({ networkId: value === '' ? undefined : (Number(value) as NetworkId) })
        }
      />
      {networkId !== undefined && (
        <SelectField
          label={t('crypto.currency')}
          value={currency ?? ''}
          options={currenciesOf(config, networkId).map((value) => ({ value, label: value }))}
          onChange={({ target: { value } }) => onChange({ currency: value as Currency })}
        />
      )}
    </Pair>
  );
}
