import { catalogueOf, type Catalogue, type Part, wordsOf } from '../support/words.ts';

const server = (language: string): Catalogue => catalogueOf(language, 'server/');
const errors = Object.keys(server('en_US')).filter((id) => id.startsWith('error.'));

/** A message with its plurals in one form. */
const inForm = (form: 'one' | 'other', parts: Part[]): Part[] =>
  parts.flatMap(({ type, value, options }) =>
    type === 6
      ? inForm(form, (options?.[form] ?? options?.['other'])?.value ?? []).map((each) =>
          each.type === 7 ? { type: 1, value } : each,
        )
      : [{ type, value }],
  );
const isPlain = (parts: Part[]): boolean => parts.length > 0 && parts.every(({ type }) => type === 0 || type === 1);
const pattern = (parts: Part[]): RegExp =>
  new RegExp(`^${parts.map(({ type, value }) => (type === 0 ? RegExp.escape(value) : '(.+?)')).join('')}$`, 's');

/** Finds an English message in these texts. The match contains its values. */
function find(english: Part[], texts: string[]): { match: RegExpExecArray; parts: Part[] } | undefined {
  for (const form of ['one', 'other'] as const) {
    const parts = inForm(form, english);
    const match = isPlain(parts) && texts.map((text) => pattern(parts).exec(text)).find((each) => each !== null);
    if (match) return { match, parts };
  }
  return undefined;
}

/** Ids of the server’s error messages that these texts contain, in English. */
export const errorsIn = (texts: string[]): string[] =>
  errors.filter((id) => find(server('en_US')[id] ?? [], texts) !== undefined);

/**
 * Messages that the page does not format again when its language changes: errors that the server formatted, and
 * temporary notifications.
 *
 * @param texts all texts of the page
 * @param earlier messages before the change, in English
 * @param shown messages that were formatted again
 */
export function sayAgain(
  language: string,
  texts: string[],
  earlier: Record<string, string>,
  shown: Record<string, string>,
): { id: string; was: string; text: string }[] {
  const once = Object.keys(earlier).filter((id) => !(id in shown));
  const say = wordsOf(language);
  // A value may be a message itself, e.g. the name of a copied field.
  const inLanguage = (value: string): string => {
    const id = Object.keys(earlier).find((each) => earlier[each] === value);
    return id === undefined ? value : say(id);
  };
  const found = (ids: string[], english: Catalogue, wanted: Catalogue) =>
    ids.flatMap((id) => {
      const here = find(english[id] ?? [], texts);
      const other = inForm('other', wanted[id] ?? []);
      if (!here || !isPlain(other)) return [];
      const values = here.parts.filter(({ type }) => type === 1).map(({ value }) => value);
      const valueOf = (name: string): string => inLanguage(here.match[values.indexOf(name) + 1] ?? '');
      return [
        {
          id,
          was: here.match[0],
          text: other.map(({ type, value }) => (type === 0 ? value : valueOf(value))).join(''),
        },
      ];
    });
  return [
    ...found(once, catalogueOf('en_US'), catalogueOf(language)),
    ...found(errors, server('en_US'), server(language)),
  ];
}
