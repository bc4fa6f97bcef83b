import { formatMessage, languageOf } from '@wusd/i18n/server';
import type { Clock } from '@wusd/server-kit/clock';
import { nextMoves, type StateMachine, type TimelineEntry } from '../../platform/state-machine/state-machine.ts';
import type { DestinationStatus } from './states.ts';

/** Statuses that customers see. Deleted destinations are hidden. */
export type VisibleStatus = Exclude<DestinationStatus, 'gone'>;

interface Row {
  status: VisibleStatus;
  payouts_from: Date;
  last_used_at: Date | null;
  created_at: Date;
}

/** The state of a destination: its status, hold, timeline and possible transitions. */
export function toStateResponse(
  row: Row,
  states: StateMachine<DestinationStatus>,
  timeline: readonly TimelineEntry[],
  clock: Clock,
  language: string | undefined,
) {
  const translate = (reason: string): string =>
    formatMessage(languageOf(language), `message.destinationReason.${reason}`);
  const { status } = row;
  const payoutsFrom = row.payouts_from.toISOString();
  const isNew = row.payouts_from > clock.now();
  const hold = {
    reasonCode: 'new-destination',
    message: translate('new-destination'),
    who: 'system' as const,
    until: payoutsFrom,
  };
  return {
    status,
    createTime: row.created_at.toISOString(),
    ...(row.last_used_at && { lastUsedAt: row.last_used_at.toISOString() }),
    ...(isNew && { payoutsFrom }),
    ...(isNew && status === 'active' && { hold }),
    timeline: timeline.map(({ reason, ...entry }) => ({
      ...entry,
      ...(reason !== undefined && { reason: translate(reason) }),
    })),
    nextMoves: nextMoves(states, status),
  };
}
