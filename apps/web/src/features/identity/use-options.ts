import type { MessageId } from '@wusd/i18n';
import { useTranslate } from '../../shared/i18n/use-translate.ts';

/** Returns a function that builds the options of a list, with names in the language on screen. */
export function useOptions() {
  const t = useTranslate();
  return (labels: Record<string, MessageId>) =>
    Object.entries(labels).map(([value, label]) => ({ value, label: t(label) }));
}
