import type { SearchableOption } from './SearchableSelect.js';

/**
 * Text as it is compared: without case, accents of Latin, Greek and Cyrillic letters, tone marks of Thai, and punctuation, which
 * people leave out when they search.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f\u0e47-\u0e4e]/g, '')
    .toLowerCase()
    .replaceAll(/['’ʻ.]/g, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}+]+/gu, ' ')
    .trim();
}

/** An option with its texts folded, so that each is folded once and not at every letter. */
export interface Indexed {
  option: SearchableOption;
  label: string;
  others: readonly string[];
}

export function indexOf(options: readonly SearchableOption[]): Indexed[] {
  return options.map((option) => ({
    option,
    label: fold(option.label),
    others: [option.value, option.detail ?? '', ...(option.keywords ?? [])].map(fold).filter(Boolean),
  }));
}

/** Options that have the typed text in a name, a keyword or their value; the nearest first, otherwise in the order given. */
export function search(index: readonly Indexed[], typed: string): SearchableOption[] {
  const wanted = fold(typed);
  if (wanted === '') return index.map(({ option }) => option);
  return index
    .map((each) => ({ option: each.option, rank: rankOf(each, wanted) }))
    .filter(({ rank }) => rank < unmatched)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ option }) => option);
}

const unmatched = 6;

function rankOf({ label, others }: Indexed, wanted: string): number {
  const hasWord = (text: string): boolean => text.includes(` ${wanted}`);
  if (label === wanted || others.includes(wanted)) return 0;
  if (label.startsWith(wanted)) return 1;
  if (hasWord(label)) return 2;
  if (others.some((text) => text.startsWith(wanted))) return 3;
  if (others.some(hasWord)) return 4;
  return [label, ...others].some((text) => text.includes(wanted)) ? 5 : unmatched;
}
