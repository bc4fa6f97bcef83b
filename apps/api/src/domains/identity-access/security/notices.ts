import type { Trx } from '../../../platform/database/database.ts';
import { enqueueMessage } from '../../../platform/outbox/messages.ts';
import { countSms } from '../../../platform/outbox/recipient-limits.ts';
import { formatMessage } from '@wusd/i18n/server';
import { type Notice, notify } from '../../notifications/notify.ts';
import type { Services } from '../../services.ts';
import { issueFreezeCode } from './freeze-codes.ts';

/**
 * Notifies a customer of a security change, by email to the address used before the change (OWASP ASVS 5.0, 6.3.7). The
 * email contains a code that freezes the account, in case another person made the change.
 *
 * @param notice.customer customer with the email address used before the change
 */
export async function sendSecurityNotice(
  trx: Trx,
  services: Services,
  notice: Omit<Notice, 'emailValues' | 'subject'> & Partial<Pick<Notice, 'subject'>>,
): Promise<void> {
  const freezeCode = await issueFreezeCode(trx, services.clock, notice.customer.id);
  await notify(trx, services, { subject: { entity: 'security' }, ...notice, emailValues: { freezeCode } });
}

/** Sends the notice by SMS to a replaced phone number. @param id prefix of the message `<id>.sms` */
export async function sendSecuritySms(
  trx: Trx,
  { clock, vault }: Services,
  phone: string,
  language: string,
  id: string,
): Promise<void> {
  await enqueueMessage(trx, clock, vault, {
    channel: 'sms',
    to: phone,
    subject: '',
    text: formatMessage(language, `${id}.sms`),
  });
  // Security notices are sent even above the daily limit, but they count towards the limit.
  await countSms({ db: trx, clock });
}
