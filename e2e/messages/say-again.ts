import { catalogueOf, type Catalogue, type Part, wordsOf } from '../support/words.ts';

const server = (language: string): Catalogue => catalogueOf(language, 'server/');
const errors = Object.keys(server('en_US')).filter((id) => id.startsWith('error.'));

/** With its plurals in one of their forms. */
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

/** How a message in English stands among these texts; its values are the match’s. */
function find(english: Part[], texts: string[]): { match: RegExpExecArray; parts: Part[] } | undefined {
  for (const form of ['one', 'other'] as const) {
    const parts = inForm(form, english);
    const match = isPlain(parts) && texts.map((text) => pattern(parts).exec(text)).find((each) => each !== null);
    if (match) return { match, parts };
  }
  return undefined;
}

/** Which of the server’s refusals stand among these texts, in English. */
export const errorsIn = (texts: string[]): string[] =>
  errors.filter((id) => find(server('en_US')[id] ?? [], texts) !== undefined);

/**
 * What the page was told or has said once, and does not say anew when its language changes: the server’s refusals, which it
 * words itself, and what passes in a corner.
 *
 * @param texts all that stands on the page
 * @param earlier what was said before the change, in English
 * @param shown what is said anew
 */
export function sayAgain(
  language: string,
  texts: string[],
  earlier: Record<string, string>,
  shown: Record<string, string>,
): { id: string; was: string; text: string }[] {
  const once = Object.keys(earlier).filter((id) => !(id in shown));
  const say = wordsOf(language);
  // A value may be a message itself: what was copied.
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
