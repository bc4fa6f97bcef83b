import type { MessageId } from '@wusd/i18n';
import { SearchableSelect } from '@wusd/ui-kit/SearchableSelect';
import { useMemo } from 'react';
import { type UseFormRegisterReturn, useWatch } from 'react-hook-form';
import { language } from '../i18n/preferences.ts';
import { useTranslate } from '../i18n/use-translate.ts';
import { useStore } from '../state/store.ts';
import { countriesIn, likelyCountries } from './countries.ts';

export interface CountryFieldProps extends UseFormRegisterReturn {
  label: string;
  error?: string | undefined;
  /** Text shown while no country is chosen. */
  placeholder: MessageId;
  /** Codes that can't be chosen. */
  excluded?: readonly string[] | undefined;
  /** Names of other country fields of the form. Their values are suggested. */
  suggestFrom?: readonly string[] | undefined;
  autoComplete?: string | undefined;
  /** Called after a choice. */
  onChosen?: ((code: string) => void) | undefined;
}

const noFields: readonly string[] = [];

/** A country field of the enclosing form, as ISO 3166-1 alpha-2. Searchable in every language of the product. */
export function CountryField({
  placeholder,
  excluded,
  suggestFrom = noFields,
  onChange,
  onBlur,
  onChosen,
  ...field
}: CountryFieldProps) {
  const t = useTranslate();
  const shown = useStore(language);
  const value = useWatch({ name: field.name }) as string | undefined;
  const chosen = useWatch({ name: suggestFrom }) as string[];
  const options = useMemo(() => countriesIn(shown, excluded), [shown, excluded]);
  return (
    <SearchableSelect
      {...field}
      {...useCountryWords()}
      options={options}
      suggested={likelyCountries(shown, chosen)}
      value={value ?? ''}
      placeholder={t(placeholder)}
      // Pass the value: the form would otherwise read it from the element, and a button has none.
      onBlur={() => void onBlur({ target: { name: field.name, value: value ?? '' }, type: 'blur' })}
      onChange={(code) => {
        void onChange({ target: { name: field.name, value: code }, type: 'change' });
        onChosen?.(code);
      }}
    />
  );
}

/** Texts of a list of countries. */
export function useCountryWords() {
  const t = useTranslate();
  return {
    searchLabel: t('country.search'),
    closeLabel: t('app.close'),
    suggestedLabel: t('country.suggested'),
    allLabel: t('country.all'),
    formatCount: (count: number) => t('country.found', { count }),
  };
}
