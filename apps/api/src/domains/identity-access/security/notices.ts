import type { Trx } from '../../../platform/database/database.ts';
import { enqueueEmail, enqueueMessage } from '../../../platform/outbox/messages.ts';
import { countSms } from '../../../platform/outbox/recipient-limits.ts';
import { formatMessage } from '@wusd/i18n/server';
import type { Customer } from '../../../commands/customers.ts';
import type { Services } from '../../services.ts';
import { issueFreezeCode } from './freeze-codes.ts';

/**
 * Emails a customer about a security change, to the address from before it (OWASP ASVS 5.0, 6.3.7). The email has a code that
 * freezes the account, in case somebody else made the change.
 *
 * @param customer with the email address from before the change
 * @param id prefix of both messages, `<id>.subject` and `<id>.email`
 */
export async function sendSecurityNotice(
  trx: Trx,
  { clock, vault, settings }: Services,
  customer: Customer,
  id: string,
  values: Record<string, string | number> = {},
): Promise<void> {
  const freezeCode = await issueFreezeCode(trx, clock, customer.id);
  const allValues = { name: customer.fullName, support: settings.supportEmail, freezeCode, ...values };
  await enqueueEmail(trx, clock, vault, customer, id, allValues);
}

/** Sends the notice by SMS to a phone number that was replaced. @param id prefix of the message `<id>.sms` */
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
  // Security notices are sent even above the daily limit, but count towards it.
  await countSms({ db: trx, clock });
}
