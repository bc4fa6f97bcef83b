import type { Trx } from '../../../platform/database/database.ts';
import type { Customer } from '../../../commands/customers.ts';
import type { NoticeId } from '../../notifications/notices.ts';
import { notify } from '../../notifications/notify.ts';
import type { NoticeValues } from '../../notifications/values.ts';
import type { Services } from '../../services.ts';
import { decimalAmountOf } from '../../wallet/accounts/transactions.ts';

export interface TransferNotice {
  message: NoticeId;
  /** Id of the message that explains the reason. */
  reasonMessage?: string | undefined;
  /** The amount must not be disclosed yet. */
  isAmountHidden?: boolean;
  /** Values that only this kind of transfer has. */
  values?: NoticeValues;
}

/** Notifies the customer of a transfer. */
export async function notifyOfTransfer(
  trx: Trx,
  services: Services,
  customer: Customer,
  row: { id: string; amount: string; currency: string },
  { message, reasonMessage, isAmountHidden = false, values }: TransferNotice,
): Promise<void> {
  await notify(trx, services, {
    customer,
    message,
    subject: { entity: row.id.startsWith('ctx') ? 'crypto-transaction' : 'fiat-transaction', id: row.id },
    values: {
      ...(!isAmountHidden && { amount: amountValue(row) }),
      ...values,
      reason: reasonMessage === undefined ? '' : { message: reasonMessage },
      reference: row.id,
    },
  });
}

/** @param row row with an amount in minor units */
export const amountValue = (row: { amount: string; currency: string }): { amount: string; currency: string } => ({
  amount: decimalAmountOf(row),
  currency: row.currency,
});
