import { foldText } from '@wusd/ui-kit/SearchableSelect';

/** An entry of the palette. */
export interface Command {
  id: string;
  label: string;
  /** Additional searchable text, shown beside the label, e.g. the bank of a recipient. */
  note?: string | undefined;
  run: () => void;
}

/**
 * Commands whose label or note contains every typed word. Those whose label begins with the text come first; otherwise
 * the order is preserved.
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

/** Whether the text may be a reference: at least six characters with a digit, as in ids and hashes. */
export const mayBeReference = (typed: string): boolean => /^(?=.*\d)[\w-]{6,}$/.test(typed.trim());
