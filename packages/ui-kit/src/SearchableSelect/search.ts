import type { SearchableOption } from './SearchableSelect.js';

/**
 * Normalises text for comparison: removes case, accents of Latin, Greek and Cyrillic letters, tone marks of Thai, and
 * punctuation, which people omit in searches.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f\u0e47-\u0e4e]/g, '')
    .toLowerCase()
    .replaceAll(/['’ʻ.]/g, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}+]+/gu, ' ')
    .trim();
}

/** An option with its folded texts, computed once instead of at every letter. */
export interface Indexed {
  option: SearchableOption;
  value: string;
  label: string;
  /** Detail and keywords. */
  others: readonly string[];
}

export function indexOf(options: readonly SearchableOption[]): Indexed[] {
  return options.map((option) => ({
    option,
    value: foldText(option.value),
    label: foldText(option.label),
    others: [option.detail ?? '', ...(option.keywords ?? [])].map(foldText).filter(Boolean),
  }));
}

/**
 * Options whose name, keyword or value contains the typed text. Best matches first, otherwise in the original order.
 */
export function search(index: readonly Indexed[], typed: string): SearchableOption[] {
  const wanted = foldText(typed);
  if (wanted === '') return index.map(({ option }) => option);
  return index
    .map((each) => ({ option: each.option, rank: rankOf(each, wanted) }))
    .filter(({ rank }) => rank < unmatched)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ option }) => option);
}

const unmatched = 7;

function rankOf({ value, label, others }: Indexed, wanted: string): number {
  const texts = [value, ...others];
  const hasWord = (text: string): boolean => text.includes(` ${wanted}`);
  // A code identifies one option. Initials can fit several countries: GB also stands for Guinea-Bissau.
  if (value === wanted) return 0;
  if (label === wanted || others.includes(wanted)) return 1;
  if (label.startsWith(wanted)) return 2;
  if (hasWord(label)) return 3;
  if (texts.some((text) => text.startsWith(wanted))) return 4;
  if (texts.some(hasWord)) return 5;
  return [label, ...texts].some((text) => text.includes(wanted)) ? 6 : unmatched;
}
