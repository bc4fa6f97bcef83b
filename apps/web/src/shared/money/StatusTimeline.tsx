import { formatDateTime } from '@wusd/i18n';
import { Timeline } from '@wusd/ui-kit/Timeline';
import { language } from '../i18n/preferences.ts';
import { useTranslate } from '../i18n/use-translate.ts';
import { useStore } from '../state/store.ts';

export interface StatusTimelineProps {
  entries: readonly {
    status: string;
    at: string;
    actor: 'customer' | 'Operations' | 'system';
    reason?: string;
  }[];
  /** Translates a status. */
  nameOf: (status: string) => string;
}

/** Every status that a transaction or an order has had: when, by whom and why. Needs the messages of the area `money`. */
export function StatusTimeline({ entries, nameOf }: StatusTimelineProps) {
  const t = useTranslate();
  const locale = useStore(language);
  return (
    <Timeline
      entries={entries.map(({ status, at, actor, reason }) => ({
        key: `${status} ${at}`,
        title: nameOf(status),
        note: `${formatDateTime(locale, at)} · ${t(`order.by.${actor}`)}`,
        detail: reason,
      }))}
    />
  );
}
