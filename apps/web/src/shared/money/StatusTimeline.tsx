import type { NextMove } from '@wusd/api-sdk/core';
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
  /** Moves that may be made now; of them, the one that leads on is shown as the next step. */
  nextMoves?: readonly NextMove[];
  /** Translates a status. */
  nameOf: (status: string) => string;
}

/** Ends that nobody hopes for. */
const setbacks = new Set(['cancelled', 'rejected', 'failed', 'expired']);

/** Every status that a transaction or an order has had, when, by whom and why, and what comes next. Needs the messages of the area `money`. */
export function StatusTimeline({ entries, nextMoves, nameOf }: StatusTimelineProps) {
  const t = useTranslate();
  const locale = useStore(language);
  const next = nextMoves?.find(({ to, who }) => who !== 'customer' && !setbacks.has(to));
  return (
    <Timeline
      entries={[
        ...entries.map(({ status, at, actor, reason }) => ({
          key: `${status} ${at}`,
          title: nameOf(status),
          note: `${formatDateTime(locale, at)} · ${t(`order.by.${actor}`)}`,
          detail: reason,
        })),
        ...(next
          ? [
              {
                key: 'next',
                title: nameOf(next.to),
                note: t(next.who === 'Operations' ? 'order.next.Operations' : 'order.next.system'),
                isAhead: true,
              },
            ]
          : []),
      ]}
    />
  );
}
