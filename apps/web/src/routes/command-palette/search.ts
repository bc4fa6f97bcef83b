import { foldText } from '@wusd/ui-kit/SearchableSelect';

/** Something that the palette can do. */
export interface Command {
  id: string;
  label: string;
  /** More that it is found by, and that is shown beside its label, e.g. where a recipient is. */
  note?: string | undefined;
  run: () => void;
}

/**
 * Commands whose label or note has every word that is typed. Those whose label begins with the text come first; else their order stays.
 */
export function find<Found extends Pick<Command, 'label' | 'note'>>(
  commands: readonly Found[],
  typed: string,
): Found[] {
  const text = foldText(typed);
  const words = text.split(/\s+/);
  const found = commands.filter(({ label, note = '' }) => {
    const all = foldText(`${label} ${note}`);
    return words.every((word) => all.includes(word));
  });
  const begins = ({ label }: Found): boolean => foldText(label).startsWith(text);
  return [...found.filter(begins), ...found.filter((each) => !begins(each))];
}

/** Whether the text can be a reference: ids and hashes are longer than words of a search, and have digits. */
export const mayBeReference = (typed: string): boolean => /^(?=.*\d)[\w-]{6,}$/.test(typed.trim());
