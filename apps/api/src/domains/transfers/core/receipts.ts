import { decimalsOf } from '@wusd/api-sdk/domain';
import { bcp47, formatDateTime, formatMoney } from '@wusd/i18n';
import { formatMessage, languageOf } from '@wusd/i18n/server';
import { renderSheet } from '../../../platform/documents/pdf.ts';
import type { KeptFile } from '../../../platform/files/files.ts';
import { lookUp } from '@wusd/server-kit/registry/lookup';
import { findCustomer } from '../../../commands/customers.ts';
import type { Services } from '../../services.ts';
import type { Direction } from './transfer-kind.ts';

interface Money {
  currency: string;
  amount: string;
}

/** Parts of a response that every receipt shows. */
export interface ReceiptTransfer {
  id: string;
  direction: Direction;
  /** A status that has a receipt. */
  status: string;
  createTime: string;
  updateTime: string;
  pay: Money;
  receive: Money;
  fees: readonly { money: Money }[];
}

/** Message ids, below `message.receipt`. */
export interface ReceiptContent {
  /** Label of the time at which the transfer began. */
  startLabel: string;
  feeLabel: string;
  /** Lines about the network or the bank. */
  details(formatAmount: (money: Money) => string): readonly { label: string; value: string }[];
}

/** Returns the name of a status that has a receipt. @throws UnknownKeyError for any other status */
export const statusName = (language: string, status: string): string =>
  formatMessage(language, lookUp('status of a receipt', statusMessages, status));

const statusMessages = {
  completed: 'message.history.status.completed',
  'transferred manually': 'message.history.status.transferredManually',
} as const;

/** Renders the PDF receipt of a transfer in the requested language. */
export async function renderReceipt(
  { db, vault, settings }: Services,
  customerId: string,
  { id, direction, status, createTime, updateTime, pay, receive, fees }: ReceiptTransfer,
  requestedLanguage: string | undefined,
  { startLabel, feeLabel, details }: ReceiptContent,
): Promise<KeptFile> {
  const language = languageOf(requestedLanguage);
  const customer = await findCustomer(db, vault, customerId);
  const translate = (message: string, values: Record<string, string> = {}): string =>
    formatMessage(language, `message.receipt.${message}`, values);
  const amount = ({ currency, amount: decimal }: Money): string =>
    formatMoney(language, decimal, currency, decimalsOf(currency));
  const total = (label: string, money: Money) => ({ label: translate(label), value: amount(money), isStrong: true });
  const bytes = await renderSheet({
    language: bcp47(language),
    title: translate(direction === 'deposit' ? 'depositTitle' : 'withdrawalTitle'),
    subtitle: translate('when', { time: formatDateTime(language, updateTime) }),
    createdAt: new Date(updateTime),
    lines: [
      { label: translate('customer'), value: customer?.fullName ?? '' },
      { label: translate('transaction'), value: id },
      { label: translate('status'), value: statusName(language, status) },
      { label: translate(startLabel), value: formatDateTime(language, createTime) },
      ...details(amount).map(({ label, value }) => ({ label: translate(label), value })),
      ...(direction === 'deposit'
        ? [total('received', receive)]
        : [
            total('sent', receive),
            ...fees.map(({ money }) => ({ label: translate(feeLabel), value: amount(money) })),
            total('paid', pay),
          ]),
    ],
    footer: translate('footer', { support: settings.supportEmail }),
  });
  return { mediaType: 'application/pdf', fileName: `receipt-${id}.pdf`, bytes };
}
