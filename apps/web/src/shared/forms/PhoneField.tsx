import { SearchableSelect } from '@wusd/ui-kit/SearchableSelect';
import { TextField } from '@wusd/ui-kit/TextField';
import { useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useFormContext, type UseFormRegisterReturn } from 'react-hook-form';
import { language } from '../i18n/preferences.ts';
import { useTranslate } from '../i18n/use-translate.ts';
import { useStore } from '../state/store.ts';
import { countriesIn, likelyCountries } from './countries.ts';
import { useCountryWords } from './CountryField.tsx';
import {
  callingCode,
  countryOfNumber,
  formatPhone,
  hasCode,
  phoneValue,
  type TypedPhone,
  withCountry,
} from './phone.ts';

export interface PhoneFieldProps extends UseFormRegisterReturn {
  label: string;
  error?: string | undefined;
  /** Country of a number without a calling code, ISO 3166-1 alpha-2. */
  home?: string | undefined;
}

/**
 * A phone number field of the enclosing form. The calling code can be chosen, typed or pasted with the number. On blur
 * the number is formatted as its country writes it.
 */
export function PhoneField({ home, onChange, onBlur, ref, name, ...field }: PhoneFieldProps) {
  const t = useTranslate();
  const { getValues } = useFormContext();
  const [typed, setTyped] = useState<TypedPhone>(() => formatPhone({ text: String(getValues(name) ?? '') }));
  const input = useRef<HTMLInputElement>(null);
  // The form's value includes the calling code, unlike the text of the input.
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus(), type: 'tel' }));
  const change = (next: TypedPhone): void => {
    setTyped(next);
    void onChange({ target: { name, value: phoneValue(next) }, type: 'change' });
  };
  const country = hasCode(typed.text) ? countryOfNumber(typed.text) : (typed.country ?? home);
  return (
    <TextField
      {...field}
      ref={input}
      name={name}
      hint={t('phone.hint')}
      type="tel"
      autoComplete="tel"
      inputMode="tel"
      maxLength={30}
      leading={<CallingCode country={country} onChange={(next) => change(withCountry(typed, next))} />}
      value={typed.text}
      onChange={({ target, nativeEvent }) => {
        const next = { ...typed, text: target.value };
        const isPasted = nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertFromPaste';
        change(isPasted ? formatPhone(next, home) : next);
      }}
      onBlur={() => {
        const next = formatPhone(typed, home);
        if (next.text !== typed.text) change(next);
        void onBlur({ target: { name, value: phoneValue(next) }, type: 'blur' });
      }}
    />
  );
}

interface CallingCodeProps {
  country: string | undefined;
  onChange: (country: string) => void;
}

function CallingCode({ country = '', onChange }: CallingCodeProps) {
  const t = useTranslate();
  const shown = useStore(language);
  const options = useMemo(
    () =>
      countriesIn(shown).flatMap((each) => {
        const code = callingCode(each.value);
        return code === undefined ? [] : { ...each, detail: code, keywords: [...each.keywords, code.slice(1)] };
      }),
    [shown],
  );
  return (
    <SearchableSelect
      {...useCountryWords()}
      label={t('phone.country')}
      isLabelHidden
      isBare
      options={options}
      suggested={likelyCountries(shown, [country])}
      value={country}
      formatValue={({ value, detail = '' }) => `${value} ${detail}`}
      placeholder="+"
      onChange={onChange}
    />
  );
}
