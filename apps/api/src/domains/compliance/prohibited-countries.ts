import { readFileSync } from 'node:fs';
import maintained from './prohibited-countries.json' with { type: 'json' };

/** Countries that the product serves nobody in and pays nothing to: ISO 3166-1 alpha-2. */
export interface ProhibitedCountries {
  /** Day of the newest list that they were taken from, ISO 8601. */
  asOf: string;
  codes: ReadonlySet<string>;
}

/**
 * @param path a JSON file like `prohibited-countries.json`, in place of the maintained list
 * @throws Error where the file can't be read or is not such a list
 */
export function readProhibitedCountries(path: string | undefined): ProhibitedCountries {
  return parse(path === undefined ? maintained : JSON.parse(readFileSync(path, 'utf8')));
}

function parse(list: unknown): ProhibitedCountries {
  const [asOf, countries] = [fieldOf(list, 'asOf'), fieldOf(list, 'countries')];
  if (typeof asOf !== 'string' || Number.isNaN(Date.parse(asOf))) throw new Error('asOf must be a date');
  if (!Array.isArray(countries)) throw new Error('countries must be a list');
  const codes = countries.map((country: unknown) => {
    const [code, sources] = [fieldOf(country, 'code'), fieldOf(country, 'sources')];
    if (typeof code !== 'string' || !/^[A-Z]{2}$/.test(code))
      throw new Error(`code must be two capital letters, not ${JSON.stringify(code)}`);
    if (!Array.isArray(sources) || sources.length === 0) throw new Error(`${code} must name its sources`);
    return code;
  });
  return { asOf, codes: new Set(codes) };
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

type Listed = { settings: { prohibitedCountries: ProhibitedCountries } };

export const isProhibited = ({ settings }: Listed, country: string | undefined): boolean =>
  country !== undefined && settings.prohibitedCountries.codes.has(country.toUpperCase());

/** A bank account as far as it names countries. */
export interface AccountCountries {
  country: string;
  swiftCode?: string | undefined;
  iban?: string | undefined;
  intermediaryBank?: { country: string; swift: string } | undefined;
}

const bicCountry = (bic: string | undefined): string | undefined => bic?.slice(4, 6);

/** The first field of a bank account that names a prohibited country, as a JSON pointer below the account; undefined where none does. */
export function findProhibitedField(listed: Listed, account: AccountCountries): string | undefined {
  const { country, swiftCode, iban, intermediaryBank: between } = account;
  const named: [string, string | undefined][] = [
    ['country', country],
    ['swiftCode', bicCountry(swiftCode)],
    ['iban', iban?.slice(0, 2)],
    ['intermediaryBank/country', between?.country],
    ['intermediaryBank/swift', bicCountry(between?.swift)],
  ];
  return named.find(([, code]) => isProhibited(listed, code))?.[0];
}
