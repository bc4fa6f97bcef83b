import type { OtcOrder } from '@wusd/api-sdk';
import { decimalsOf } from '@wusd/api-sdk/domain';
import { bcp47, formatDateTime, formatMoney, formatRate } from '@wusd/i18n';
import { formatMessage, languageOf } from '@wusd/i18n/server';
import { renderSheet } from '../../../platform/documents/pdf.ts';
import type { KeptFile } from '../../../platform/files/files.ts';
import { findCustomer } from '../../../commands/customers.ts';
import type { Services } from '../../services.ts';

/** What was paid, what was received, and at which rate, for a customer's records; in the language asked for. */
export async function renderOrderReceipt(
  { db, vault, settings }: Services,
  customerId: string,
  order: OtcOrder,
  asked: string | undefined,
): Promise<KeptFile> {
  const language = languageOf(asked);
  const customer = await findCustomer(db, vault, customerId);
  const words = (id: string, values: Record<string, string> = {}): string =>
    formatMessage(language, `message.receipt.${id}`, values);
  const amount = ({ currency, amount: text }: { currency: string; amount: string }): string =>
    formatMoney(language, text, currency, decimalsOf(currency));
  const [fee] = order.fees;
  const bytes = await renderSheet({
    language: bcp47(language),
    title: words('title'),
    subtitle: words('when', { time: formatDateTime(language, order.updateTime) }),
    createdAt: new Date(order.updateTime),
    lines: [
      { label: words('customer'), value: customer?.fullName ?? '' },
      { label: words('order'), value: order.id },
      { label: words('transaction'), value: order.transactionId ?? '' },
      { label: words('orderTime'), value: formatDateTime(language, order.orderTime) },
      { label: words('paid'), value: amount(order.pay), isStrong: true },
      {
        label: words('rate'),
        value: `1 ${order.pay.currency} = ${formatRate(language, order.rate)} ${order.receive.currency}`,
      },
      { label: words(fee?.name ?? 'charge'), value: fee ? amount(fee.money) : words('none') },
      { label: words('received'), value: amount(order.receive), isStrong: true },
    ],
    footer: words('footer', { support: settings.supportEmail }),
  });
  return { mediaType: 'application/pdf', fileName: `receipt-${order.id}.pdf`, bytes };
}
