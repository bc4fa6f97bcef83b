import type { MessageId } from '@wusd/i18n';
import { useTranslate } from '../../shared/i18n/use-translate.ts';

/** Options of a list, with their names in the app's language. */
export function useOptions() {
  const t = useTranslate();
  return (labels: Record<string, MessageId>) =>
    Object.entries(labels).map(([value, label]) => ({ value, label: t(label) }));
}
