import { bcp47, type Language, languages } from '@wusd/i18n';
import alpha3 from 'countries-list/minimal/countries.2to3.min.json';

/** Name of a country or territory in a language. */
export function countryIn(language: Language, code: string): string {
  return displayNames(language, 'long').of(code) ?? code;
}

export interface CountryOption {
  /** ISO 3166-1 alpha-2. */
  value: string;
  label: string;
  /** Other names and codes that the search accepts. */
  keywords: readonly string[];
}

/** Countries by name, sorted as the language does. @param excluded codes to omit */
export function countriesIn(language: Language, excluded: readonly string[] = []): CountryOption[] {
  const locale = bcp47(language);
  const names = displayNames(language, 'long');
  const { compare } = new Intl.Collator(locale);
  const known = keywordsOf();
  return Object.entries(alpha3)
    .filter(([code]) => !excluded.includes(code))
    .map(([code]) => ({ value: code, label: names.of(code) ?? code, keywords: known.get(code) ?? [] }))
    .toSorted((a, b) => compare(a.label, b.label));
}

const made = new Map<string, Intl.DisplayNames>();

function displayNames(language: Language, style: 'long' | 'short'): Intl.DisplayNames {
  const key = `${language} ${style}`;
  const names = made.get(key) ?? new Intl.DisplayNames(bcp47(language), { type: 'region', style });
  made.set(key, names);
  return names;
}

let keywords: ReadonlyMap<string, readonly string[]> | undefined;

/** Long and short names of each country in every language of the product, English initials, and ISO 3166-1 alpha-3. */
function keywordsOf(): ReadonlyMap<string, readonly string[]> {
  keywords ??= new Map(Object.entries(alpha3).map(([code, third]) => [code, [...namesOf(code), third]]));
  return keywords;
}

const styles = ['long', 'short'] as const;

function namesOf(code: string): Set<string> {
  const names = languages.flatMap((language) => styles.map((style) => displayNames(language, style).of(code) ?? code));
  const initials = names[0]?.match(/\p{Lu}/gu)?.join('') ?? code;
  return new Set([...names, initials]);
}

/** The most likely countries: those chosen in other fields, then those of the reader's languages. */
export function likelyCountries(language: Language, chosen: readonly string[]): string[] {
  // Not with Intl.Locale: some browsers list tags that it rejects, e.g. en-US@posix.
  const regions = [...navigator.languages, bcp47(language)].flatMap((tag) => /-([A-Z]{2})\b/.exec(tag)?.[1] ?? []);
  return [...new Set([...chosen.filter(Boolean), ...regions])].slice(0, 5);
}
