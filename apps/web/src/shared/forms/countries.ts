import { bcp47, type Language } from '@wusd/i18n';
import alpha3 from 'countries-list/minimal/countries.2to3.min.json';

export interface Country {
  /** ISO 3166-1 alpha-2. */
  value: string;
  label: string;
}

/** A country or territory by its name in a language. */
export function countryIn(language: Language, code: string): string {
  return new Intl.DisplayNames(bcp47(language), { type: 'region' }).of(code) ?? code;
}

/** In that language's order. @param but codes that are left out */
export function countriesIn(language: Language, but: readonly string[] = []): Country[] {
  const locale = bcp47(language);
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const { compare } = new Intl.Collator(locale);
  return Object.keys(alpha3)
    .filter((code) => !but.includes(code))
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .toSorted((a, b) => compare(a.label, b.label));
}
