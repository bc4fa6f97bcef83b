import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Part of a message as it is compiled: letters that stand, or something else in their place (`type` 1 is a value as it is). */
export interface Part {
  type: number;
  value: string;
}
export type Catalogue = Record<string, Part[]>;

/** What the page says in a language, or what the server does. */
export const catalogueOf = (language: string, whose: '' | 'server/' = ''): Catalogue =>
  JSON.parse(readFileSync(require.resolve(`@wusd/i18n/catalogues/${whose}${language}.json`), 'utf8')) as Catalogue;

/** One simple message of a language, as its customers read it. */
export function wordsOf(language: string): (id: string) => string {
  const catalogue = catalogueOf(language);
  return (id) => catalogue[id]?.map(({ value }) => value).join('') ?? '';
}
