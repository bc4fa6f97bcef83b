import type { Notification } from '@wusd/api-sdk';
import type { Customer } from '../../commands/customers.ts';
import type { NotificationChannel } from '../../platform/database/column-types.ts';
import type { Trx } from '../../platform/database/database.ts';
import { insertAll } from '../../platform/database/rows.ts';
import { appendEventsOf } from '../../platform/events/events.ts';
import { createId } from '../../platform/ids.ts';
import { enqueueMessage, renderEmail } from '../../platform/outbox/messages.ts';
import { sealedDocument } from '../../platform/security/sealed-document.ts';
import type { Services } from '../services.ts';
import { type NoticeId, notices } from './notices.ts';
import { lockOf, switchOf } from './preferences.ts';
import { formatValues, type NoticeValues } from './values.ts';

type NoticeSubject = Notification['subject'];

/** The stored content of a notification. */
interface StoredNotice {
  message: NoticeId;
  values: NoticeValues;
  subject: NoticeSubject;
}

export const sealedNotices = sealedDocument<StoredNotice>('notification');

export interface Notice {
  /** Recipient, with the email address for the notice and the language of the email. */
  customer: Customer;
  message: NoticeId;
  subject: NoticeSubject;
  values?: NoticeValues;
  /** Values used only in the email, which must not be stored, such as the code that freezes the account. */
  emailValues?: Readonly<Record<string, string>>;
}

/**
 * Notifies customers in the caller's transaction, by email and in the app, through the channels that they have not
 * turned off for the kind of notice. All notices about events use this function; one-time codes and links do not.
 *
 * @param all notices to customers whose rows this transaction has locked
 */
export async function notify(trx: Trx, services: Services, ...all: readonly Notice[]): Promise<void> {
  const { clock, vault } = services;
  const emails = all.filter((notice) => isSent(notice, 'email'));
  await enqueueMessage(trx, clock, vault, ...emails.map((notice) => toEmail(services, notice)));
  const shown = all
    .filter((notice) => isSent(notice, 'in-app'))
    .map((notice) => ({ ...notice, id: createId('ntf', clock) }));
  if (shown.length === 0) return;
  await insertAll(
    trx,
    'notification',
    shown.map(({ id, customer, message, subject, values = {} }) => ({
      customer_id: customer.id,
      id,
      kind: notices[message],
      sealed: sealedNotices.seal(vault, { message, values, subject }, customer.id, id),
      created_at: clock.now(),
    })),
  );
  const events = shown.map(({ id, customer }) => ({
    customerId: customer.id,
    type: 'notifications_updated' as const,
    payload: { notificationId: id },
  }));
  await appendEventsOf(
    trx,
    clock,
    Map.groupBy(events, ({ customerId }) => customerId),
  );
}

function isSent({ customer, message }: Notice, channel: NotificationChannel): boolean {
  const kind = notices[message];
  return lockOf(kind, channel) !== undefined || !customer.notificationsOff.includes(switchOf(kind, channel));
}

function toEmail({ settings }: Services, { customer, message, values = {}, emailValues }: Notice) {
  return {
    channel: 'email' as const,
    to: customer.email,
    ...renderEmail(customer, message, {
      name: customer.fullName,
      support: settings.supportEmail,
      ...emailValues,
      ...formatValues(customer.language, values),
    }),
  };
}
