import type { OtcOrder } from '@wusd/api-sdk/core';
import { Timeline } from '@wusd/ui-kit/Timeline';
import { useMoment } from '../i18n/time-zone.ts';
import { useTranslate } from '../i18n/use-translate.ts';

export interface StatusTimelineProps {
  entries: readonly {
    status: string;
    at: string;
    actor: 'customer' | 'Operations' | 'system';
    reason?: string;
  }[];
  /** The next step, from the server; undefined once the status is final. */
  nextStep: OtcOrder['nextStep'];
  /** Translates a status. */
  nameOf: (status: string) => string;
}

/**
 * All past statuses of a transaction or an order with time, actor and reason, and the next step. Needs the messages of
 * the area `money`.
 */
export function StatusTimeline({ entries, nextStep, nameOf }: StatusTimelineProps) {
  const t = useTranslate();
  const moment = useMoment();
  const whoNext = (who: string): string => t(who === 'Operations' ? 'order.next.Operations' : 'order.next.system');
  return (
    <Timeline
      entries={[
        ...entries.map(({ status, at, actor, reason }) => ({
          key: `${status} ${at}`,
          title: nameOf(status),
          note: `${moment(at)} · ${t(`order.by.${actor}`)}`,
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
                    : `${moment(nextStep.at)} · ${whoNext(nextStep.who)}`,
                isAhead: true,
              },
            ]
          : []),
      ]}
    />
  );
}
