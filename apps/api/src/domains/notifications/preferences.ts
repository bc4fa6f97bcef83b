import type { NotificationPreference } from '@wusd/api-sdk';
import { notificationChannels, notificationKinds } from '@wusd/api-sdk/domain';
import type {
  NotificationChannel,
  NotificationKind,
  NotificationSwitch,
} from '../../platform/database/column-types.ts';
import { transact } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Services } from '../services.ts';

export const switchOf = (kind: NotificationKind, channel: NotificationChannel): NotificationSwitch =>
  `${kind}/${channel}`;

/**
 * Returns the reason why a kind can't be turned off on a channel; undefined if it can. Otherwise an attacker with a
 * stolen session could turn off the emails that warn the owner.
 */
export function lockOf(kind: NotificationKind, channel: NotificationChannel): NotificationPreference['lockedBecause'] {
  return channel === 'email' && kind !== 'account' ? `${kind}-required` : undefined;
}

export async function readPreferences({ db }: Services, customerId: string): Promise<NotificationPreference[]> {
  const { notifications_off: off } = await db
    .selectFrom('customer')
    .select('notifications_off')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  return preferencesOf(off ?? []);
}

/** @throws AppError NOTIFICATION_REQUIRED if one of them can't be turned off; then no preference is changed */
export async function writePreferences(
  { db }: Services,
  customerId: string,
  wanted: readonly Pick<NotificationPreference, 'kind' | 'channel' | 'isOn'>[],
): Promise<NotificationPreference[]> {
  for (const [index, { kind, channel, isOn }] of wanted.entries()) {
    const reasonCode = lockOf(kind, channel);
    if (reasonCode !== undefined && !isOn)
      throw new AppError('NOTIFICATION_REQUIRED', { field: `/body/preferences/${index}/isOn`, reasonCode }, { kind });
  }
  return transact(db, async (trx) => {
    const row = await trx
      .selectFrom('customer')
      .select('notifications_off')
      .where('id', '=', customerId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const off = new Set(row.notifications_off ?? []);
    for (const { kind, channel, isOn } of wanted) off[isOn ? 'delete' : 'add'](switchOf(kind, channel));
    await trx
      .updateTable('customer')
      .set({ notifications_off: JSON.stringify([...off].toSorted()) })
      .where('id', '=', customerId)
      .execute();
    return preferencesOf([...off]);
  });
}

function preferencesOf(off: readonly NotificationSwitch[]): NotificationPreference[] {
  return notificationKinds.flatMap((kind) =>
    notificationChannels.map((channel) => {
      const lockedBecause = lockOf(kind, channel);
      const isOn = lockedBecause !== undefined || !off.includes(switchOf(kind, channel));
      return { kind, channel, isOn, ...(lockedBecause && { lockedBecause }) };
    }),
  );
}
