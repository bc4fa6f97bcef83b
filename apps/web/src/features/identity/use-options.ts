import type { MessageId } from '@wusd/i18n';
import { useWords } from '../../app/words.ts';

/** Options of a list, each named in the language on screen. */
export function useOptions() {
  const words = useWords();
  return (labels: Record<string, MessageId>) =>
    Object.entries(labels).map(([value, label]) => ({ value, label: words(label) }));
}
