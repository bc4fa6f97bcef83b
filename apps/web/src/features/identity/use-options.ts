import type { MessageId } from '@wusd/i18n';
import { useTranslate } from '../../shared/i18n/use-translate.ts';

/** Options of a list, each named in the language on screen. */
export function useOptions() {
  const t = useTranslate();
  return (labels: Record<string, MessageId>) =>
    Object.entries(labels).map(([value, label]) => ({ value, label: t(label) }));
}
