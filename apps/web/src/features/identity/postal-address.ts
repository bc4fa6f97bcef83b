import type { Language } from '@wusd/i18n';
import { formatAddress } from 'localized-address-format';

export interface PostalAddress {
  addressLine: string;
  city: string;
  postalCode: string;
}

const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const thai = /\p{Script=Thai}/u;

/** The lines of an address as its country writes them, without the country's name. */
function linesOf(
  { addressLine, city, postalCode }: PostalAddress,
  country: string,
  script: 'local' | 'latin',
): string[] {
  const address = { postalCountry: country, postalCode, addressLines: [addressLine] };
  // For some countries the data has a prefecture or an emirate instead of a city: the typed city is used for it.
  for (const place of [{ locality: city }, { administrativeArea: city }]) {
    const lines = formatAddress({ ...address, ...place }, script).filter(Boolean);
    const text = lines.join('\n');
    if ([addressLine, city, postalCode].every((part) => text.includes(part))) return lines;
  }
  // Fallback that omits no part of the typed address.
  return [addressLine, [city, postalCode].filter(Boolean).join(' ')].filter(Boolean);
}

/** Whether addresses in a country have a postal code. True while no country is chosen. */
export function hasPostalCode(country: string): boolean {
  return country === '' || formatAddress({ postalCountry: country, postalCode: '0' }).join('').includes('0');
}

/** Countries whose addresses are written in the script of a language. */
const ownScript: Partial<Record<Language, readonly string[]>> = {
  zh_CN: ['CN', 'HK', 'JP', 'MO', 'TW'],
  th_TH: ['TH'],
};

/** Whether a reader of a language writes addresses in this country in the country's own script. */
export const isOwnScript = (language: Language, country: string): boolean =>
  ownScript[language]?.includes(country) ?? false;

/**
 * The fields of an address in the order in which its country writes them.
 *
 * @param isLocal whether the address is written in the country's own script
 */
export function fieldOrder(country: string, isLocal: boolean): (keyof PostalAddress)[] {
  const names: (keyof PostalAddress)[] = ['addressLine', 'city', 'postalCode'];
  const named = { addressLine: '<addressLine>', city: '<city>', postalCode: '<postalCode>' };
  const text = linesOf(named, country, isLocal ? 'local' : 'latin').join(' ');
  return names.toSorted((one, other) => text.indexOf(named[one]) - text.indexOf(named[other]));
}

/**
 * Formats an address on one line, as its country writes it in the script that it was typed in. The country name comes
 * first if addresses in that script begin with the largest part, and last otherwise.
 *
 * @param country ISO 3166-1 alpha-2
 * @param name name of the country in the language on screen
 */
export function formatPostalAddress(address: PostalAddress, country: string, name: string): string {
  if (eastAsian.test(address.addressLine)) return [name, ...linesOf(address, country, 'local')].join(' ');
  if (thai.test(address.addressLine)) return [...linesOf(address, country, 'local'), name].join(' ');
  return [...linesOf(address, country, 'latin'), name].join(', ');
}

/** Countries that write a space or a hyphen within their postal codes, with pattern and replacement. */
const separated: Record<string, [code: RegExp, written: string]> = {
  BR: [/^(\d{5})(\d{3})$/, '$1-$2'],
  CA: [/^([A-Z]\d[A-Z])(\d[A-Z]\d)$/, '$1 $2'],
  CZ: [/^(\d{3})(\d{2})$/, '$1 $2'],
  GB: [/^([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{2})$/, '$1 $2'],
  GR: [/^(\d{3})(\d{2})$/, '$1 $2'],
  JP: [/^(\d{3})(\d{4})$/, '$1-$2'],
  NL: [/^(\d{4})([A-Z]{2})$/, '$1 $2'],
  PL: [/^(\d{2})(\d{3})$/, '$1-$2'],
  PT: [/^(\d{4})(\d{3})$/, '$1-$2'],
  SE: [/^(\d{3})(\d{2})$/, '$1 $2'],
  SK: [/^(\d{3})(\d{2})$/, '$1 $2'],
  US: [/^(\d{5})(\d{4})$/, '$1-$2'],
};

/** Formats a postal code as its country writes it. An unrecognized code keeps its separators. */
export function formatPostalCode(typed: string, country: string): string {
  // NFKC: Chinese and Japanese keyboards can type full-width digits.
  const code = typed.normalize('NFKC').trim().toUpperCase();
  const [pattern, written] = separated[country] ?? [/^$/, ''];
  const compact = code.replaceAll(/[\s-]/g, '');
  return pattern.test(compact) ? compact.replace(pattern, written) : code;
}
