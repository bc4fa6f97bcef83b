import type { Notification, NotificationPage } from '@wusd/api-sdk';
import type { Language } from '@wusd/i18n';
import { formatMessage } from '@wusd/i18n/server';
import type { NotificationKind } from '../../platform/database/column-types.ts';
import { type Db, transact, type Trx } from '../../platform/database/database.ts';
import { pageOf, readCursor } from '../../platform/database/pages.ts';
import { appendEvents } from '../../platform/events/events.ts';
import type { Vault } from '../../platform/security/vault.ts';
import type { Services } from '../services.ts';
import { sealedNotices } from './notify.ts';
import { formatValues } from './values.ts';

/** Notifications are stored for one year. */
export const keptMs = 365 * 24 * 60 * 60_000;

/** Lists a page of notifications, newest first. Ids begin with their creation time. */
export async function listNotifications(
  { db, vault }: Services,
  { customerId, language }: { customerId: string; language: Language },
  { kind, size = 20, cursor }: { kind?: NotificationKind | undefined; size?: number; cursor?: string | undefined },
): Promise<NotificationPage> {
  const after = readCursor(cursor);
  const rows = await db
    .selectFrom('notification')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where((eb) =>
      eb.and([
        ...(kind === undefined ? [] : [eb('kind', '=', kind)]),
        ...(after === undefined ? [] : [eb('id', '<', after)]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(size + 1)
    .execute();
  const show = (row: (typeof rows)[number]): Notification => {
    const { message, values, subject } = sealedNotices.open(vault, row.sealed, customerId, row.id);
    const formatted = formatValues(language, values);
    return {
      id: row.id,
      kind: row.kind,
      title: formatMessage(language, `${message}.subject`, formatted),
      text: formatMessage(language, `${message}.notice`, formatted).trim(),
      subject,
      createTime: row.created_at.toISOString(),
      isRead: row.read_at !== null,
    };
  };
  return { ...pageOf(rows, size, show), unreadCount: await countUnread(db, customerId) };
}

/** Notifications that a customer has read: selected ones, or all up to a given id. */
export type ReadNotifications = { ids: readonly string[] } | { upTo: string; kind?: NotificationKind | undefined };

/**
 * Marks the customer's own notifications as read, and ignores ids of other customers. Notifies the customer's other
 * pages.
 *
 * @returns the number of unread notifications
 */
export async function readNotifications(
  { db, clock, notifier }: Services,
  customerId: string,
  which: ReadNotifications,
): Promise<number> {
  const { hasChanged, unreadCount } = await transact(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('notification')
      .set({ read_at: clock.now() })
      .where('customer_id', '=', customerId)
      .where('read_at', 'is', null)
      .where((eb) => {
        if ('ids' in which) return eb('id', 'in', [...which.ids]);
        const { upTo, kind } = which;
        return eb.and([eb('id', '<=', upTo), ...(kind === undefined ? [] : [eb('kind', '=', kind)])]);
      })
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await appendEvents(trx, clock, customerId, { type: 'notifications_updated' });
    return { hasChanged: numUpdatedRows > 0n, unreadCount: await countUnread(trx, customerId) };
  });
  if (hasChanged) await notifier.send(customerId);
  return unreadCount;
}

async function countUnread(db: Db | Trx, customerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('notification')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('customer_id', '=', customerId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function deleteOldNotifications(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('notification').where('created_at', '<', before).execute();
}

/**
 * Re-encrypts notifications that are encrypted under an older key. @returns the number of re-encrypted notifications
 */
export async function reencryptNotifications(db: Db, vault: Vault): Promise<number> {
  let count = 0;
  const rows = await db.selectFrom('notification').select(['customer_id', 'id', 'sealed']).execute();
  for (const { customer_id: customerId, id, sealed } of rows) {
    const reencrypted = sealedNotices.reseal(vault, sealed, customerId, id);
    if (!reencrypted) continue;
    // A notification's text changes only by deletion, so the row need not be locked.
    await db
      .updateTable('notification')
      .set({ sealed: reencrypted })
      .where('customer_id', '=', customerId)
      .where('id', '=', id)
      .execute();
    count += 1;
  }
  return count;
}
