import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Part of a compiled message (`TYPE` of @formatjs/icu-messageformat-parser): 0 text, 1 a value, 6 plural forms, 7 the
 * number in a plural form.
 */
export interface Part {
  type: number;
  value: string;
  options?: Record<string, { value: Part[] }>;
}
export type Catalogue = Record<string, Part[]>;

const read = new Map<string, Catalogue>();

/** Messages of the page or of the server in a language. */
export function catalogueOf(language: string, whose: '' | 'server/' = ''): Catalogue {
  const file = require.resolve(`@wusd/i18n/catalogues/${whose}${language}.json`);
  const catalogue = read.get(file) ?? (JSON.parse(readFileSync(file, 'utf8')) as Catalogue);
  read.set(file, catalogue);
  return catalogue;
}

/** Formats messages without plurals in a language. */
export function wordsOf(language: string): (id: string, values?: Record<string, string | number>) => string {
  const catalogue = catalogueOf(language);
  return (id, values = {}) => {
    const parts = catalogue[id];
    if (!parts) throw new Error(`No page says ${id}`);
    return parts.map(({ type, value }) => (type === 1 ? String(values[value] ?? value) : value)).join('');
  };
}
