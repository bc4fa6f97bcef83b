import { catalogueOf, type Catalogue, type Part } from '../support/words.ts';

const server = (language: string): Catalogue => catalogueOf(language, 'server/');
const errors = Object.keys(server('en_US')).filter((id) => id.startsWith('error.'));

const isPlain = (parts: Part[]): boolean => parts.every(({ type }) => type === 0 || type === 1);
const pattern = (parts: Part[]): RegExp =>
  new RegExp(`^${parts.map(({ type, value }) => (type === 0 ? RegExp.escape(value) : '(.+?)')).join('')}$`, 's');

/** Which of the server’s refusals stand among these texts, in English. */
export function errorsIn(texts: string[]): string[] {
  const english = server('en_US');
  return errors.filter((id) => {
    const parts = english[id] ?? [];
    return isPlain(parts) && texts.some((text) => pattern(parts).test(text));
  });
}

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
  const found = (ids: string[], english: Catalogue, wanted: Catalogue) =>
    ids.flatMap((id) => {
      const parts = english[id];
      const other = wanted[id];
      if (!parts || !other || !isPlain(parts) || !isPlain(other)) return [];
      const values = parts.filter(({ type }) => type === 1).map(({ value }) => value);
      const said = texts.map((text) => pattern(parts).exec(text)).find((match) => match !== null);
      if (!said) return [];
      const text = other
        .map(({ type, value }) => (type === 0 ? value : (said[values.indexOf(value) + 1] ?? '')))
        .join('');
      return [{ id, was: said[0], text }];
    });
  return [
    ...found(once, catalogueOf('en_US'), catalogueOf(language)),
    ...found(errors, server('en_US'), server(language)),
  ];
}
