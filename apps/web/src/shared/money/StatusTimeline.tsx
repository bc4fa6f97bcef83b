import type { OtcOrder } from '@wusd/api-sdk/core';
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
  /** What comes next, as the server says it; undefined at the end. */
  nextStep: OtcOrder['nextStep'];
  /** Translates a status. */
  nameOf: (status: string) => string;
}

/** Every status that a transaction or an order has had, when, by whom and why, and what comes next. Needs the messages of the area `money`. */
export function StatusTimeline({ entries, nextStep, nameOf }: StatusTimelineProps) {
  const t = useTranslate();
  const locale = useStore(language);
  const whoNext = (who: string): string => t(who === 'Operations' ? 'order.next.Operations' : 'order.next.system');
  return (
    <Timeline
      entries={[
        ...entries.map(({ status, at, actor, reason }) => ({
          key: `${status} ${at}`,
          title: nameOf(status),
          note: `${formatDateTime(locale, at)} · ${t(`order.by.${actor}`)}`,
          detail: reason,
        })),
        ...(nextStep
          ? [
              {
                key: 'next',
                title: nameOf(nextStep.to),
                note:
                  nextStep.at === undefined
                    ? whoNext(nextStep.who)
                    : `${formatDateTime(locale, nextStep.at)} · ${whoNext(nextStep.who)}`,
                isAhead: true,
              },
            ]
          : []),
      ]}
    />
  );
}
