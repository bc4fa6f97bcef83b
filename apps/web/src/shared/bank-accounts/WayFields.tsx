import { SelectField } from '@wusd/ui-kit/SelectField';
import type { ChangeEvent } from 'react';
import { useFormContext } from 'react-hook-form';
import { useConfig } from '../api/config.ts';
import { CountryField } from '../forms/CountryField.tsx';
import { useField } from '../forms/use-field.ts';
import { useTranslate } from '../i18n/use-translate.ts';
import { Section } from '../layout/Section.tsx';
import { type BankDraft, onlyRail } from './draft.ts';
import type { BankForm } from './schema.ts';

const toOption = (value: string) => ({ value, label: value });

/**
 * Fields for country, currency and rail. Currencies and rails may load after the form, so their values are controlled.
 */
export function WayFields({ way }: { way: BankDraft['way'] }) {
  const t = useTranslate();
  const config = useConfig();
  const field = useField<BankForm>();
  const { clearErrors, setValue } = useFormContext<BankForm>();
  const rails = config?.currencyRails ?? [];
  const first = { value: '', label: t('bank.choose') };
  const choice = (name: 'currency' | 'rail') => {
    const { onChange, ...rest } = field(`way.${name}`, `bank.${name}`);
    return {
      ...rest,
      value: way[name],
      onChange(event: ChangeEvent<HTMLSelectElement>) {
        void onChange(event);
        if (name === 'currency') setValue('way.rail', onlyRail(rails, event.target.value));
        // Each rail requires different fields.
        clearErrors();
      },
    };
  };
  return (
    <Section title={t('bank.way')}>
      <CountryField
        {...field('way.country', 'bank.country')}
        excluded={config?.prohibitedCountries}
        placeholder="bank.choose"
        onChosen={() => clearErrors()}
      />
      <SelectField
        {...choice('currency')}
        options={[first, ...[...new Set(rails.map(({ currency }) => currency))].map(toOption)]}
      />
      <SelectField
        {...choice('rail')}
        options={[
          first,
          ...rails.filter(({ currency }) => currency === way.currency).map(({ rail }) => toOption(rail)),
        ]}
      />
    </Section>
  );
}
