import type { Trx } from '../../../platform/database/database.ts';
import { enqueueEmail, enqueueMessage } from '../../../platform/outbox/messages.ts';
import { countSms } from '../../../platform/outbox/recipient-limits.ts';
import { formatMessage } from '@wusd/i18n/server';
import type { Customer } from '../../../commands/customers.ts';
import type { Services } from '../../services.ts';
import { issueFreezeCode } from './freeze-codes.ts';

/**
 * Tells a customer what was done to the account, where they were reached before it, with a code that freezes it if it was
 * not them (OWASP ASVS 5.0, 6.3.7).
 *
 * @param id names both messages, `<id>.subject` and `<id>.email`
 */
export async function sendSecurityNotice(
  trx: Trx,
  { clock, vault, settings }: Services,
  customer: Customer,
  id: string,
  values: Record<string, string | number> = {},
): Promise<void> {
  const freezeCode = await issueFreezeCode(trx, clock, customer.id);
  const all = { name: customer.fullName, support: settings.supportEmail, freezeCode, ...values };
  await enqueueEmail(trx, clock, vault, customer, id, all);
}

/** The same in one line to a phone that is no longer the account's. */
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
  // A security notice leaves whatever the day's limit is, and counts like any other.
  await countSms({ db: trx, clock });
}
