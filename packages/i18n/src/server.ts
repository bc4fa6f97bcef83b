import { readFileSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';
import { bcp47, defaultLanguage, languageOf, languages } from './languages.js';

export { languageOf };

type Parsed = ConstructorParameters<typeof IntlMessageFormat>[0];

const catalogues = new Map(
  languages.map((language) => [
    language as string,
    JSON.parse(readFileSync(new URL(`./catalogues/server/${language}.json`, import.meta.url), 'utf8')) as Record<
      string,
      Parsed
    >,
  ]),
);
const formats = new Map<string, IntlMessageFormat>();

/**
 * Formats a message of the server: `error.*` or `message.*`.
 *
 * @throws Error if the message does not exist; a test formats every id of the error catalogue
 */
export function formatMessage(language: string, id: string, values: Record<string, string | number> = {}): string {
  const known = catalogues.has(language) ? language : defaultLanguage;
  const key = `${known}:${id}`;
  let format = formats.get(key);
  if (!format) {
    const parsed = catalogues.get(known)?.[id];
    if (parsed === undefined) throw new Error(`There is no message ${id}`);
    format = new IntlMessageFormat(parsed, bcp47(known));
    formats.set(key, format);
  }
  return String(format.format(values));
}
