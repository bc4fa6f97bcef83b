import { readFileSync } from 'node:fs';
import maintained from './prohibited-countries.json' with { type: 'json' };

/** Countries whose residents are not served and to which no payouts are sent. */
export interface ProhibitedCountries {
  /** Date of the newest source list, ISO 8601. */
  asOf: string;
  /** ISO 3166-1 alpha-2. */
  codes: ReadonlySet<string>;
}

/**
 * @param path path of a JSON file like `prohibited-countries.json` that replaces the maintained list
 * @throws Error if the file can't be read or has another format
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

type WithProhibitedCountries = { settings: { prohibitedCountries: ProhibitedCountries } };

export const isProhibited = ({ settings }: WithProhibitedCountries, country: string | undefined): boolean =>
  country !== undefined && settings.prohibitedCountries.codes.has(country.toUpperCase());

/** The fields of a bank account that name a country. */
export interface AccountCountries {
  country: string;
  swiftCode?: string | undefined;
  iban?: string | undefined;
  intermediaryBank?: { country: string; swift: string } | undefined;
}

const bicCountry = (bic: string | undefined): string | undefined => bic?.slice(4, 6);

/**
 * Returns the first field that names a prohibited country, e.g. `intermediaryBank/country`; undefined if there is none.
 */
export function findProhibitedField(services: WithProhibitedCountries, account: AccountCountries): string | undefined {
  const { country, swiftCode, iban, intermediaryBank: intermediary } = account;
  const countries: [string, string | undefined][] = [
    ['country', country],
    ['swiftCode', bicCountry(swiftCode)],
    ['iban', iban?.slice(0, 2)],
    ['intermediaryBank/country', intermediary?.country],
    ['intermediaryBank/swift', bicCountry(intermediary?.swift)],
  ];
  return countries.find(([, code]) => isProhibited(services, code))?.[0];
}
