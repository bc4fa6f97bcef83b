import { decimalsOf } from '@wusd/api-sdk/domain';
import { formatMoney } from '@wusd/i18n';
import { formatMessage } from '@wusd/i18n/server';
import type { Trx } from '../../../platform/database/database.ts';
import { enqueueEmail } from '../../../platform/outbox/messages.ts';
import type { Customer } from '../../../commands/customers.ts';
import type { Services } from '../../services.ts';
import { decimalAmountOf } from '../../wallet/accounts/transactions.ts';

export interface TransferEmail {
  /** Id of the message, e.g. `message.depositCompleted`. */
  message: string;
  /** Id of the message that explains why. */
  reasonMessage?: string | undefined;
  /** The amount must not be disclosed yet. */
  isAmountHidden?: boolean;
  /** Values that only this kind of transfer has. */
  values?: Record<string, string>;
}

/** Emails the customer about a transfer, in their language. */
export async function enqueueTransferEmail(
  trx: Trx,
  { clock, vault, settings }: Services,
  customer: Customer,
  row: { id: string; amount: string; currency: string },
  { message, reasonMessage, isAmountHidden = false, values }: TransferEmail,
): Promise<void> {
  const { language, fullName } = customer;
  await enqueueEmail(trx, clock, vault, customer, message, {
    name: fullName,
    ...(!isAmountHidden && { amount: formatAmount(language, row) }),
    ...values,
    reason: reasonMessage === undefined ? '' : formatMessage(language, reasonMessage),
    reference: row.id,
    support: settings.supportEmail,
  });
}

/** @param row its amount in minor units */
export const formatAmount = (language: string, row: { amount: string; currency: string }): string =>
  formatMoney(language, decimalAmountOf(row), row.currency, decimalsOf(row.currency));
