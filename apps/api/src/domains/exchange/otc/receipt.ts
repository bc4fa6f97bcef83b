import type { OtcOrder } from '@wusd/api-sdk';
import { decimalsOf } from '@wusd/api-sdk/domain';
import { bcp47, formatDateTime, formatMoney, formatRate } from '@wusd/i18n';
import { formatMessage, languageOf } from '@wusd/i18n/server';
import { renderSheet } from '../../../platform/documents/pdf.ts';
import type { KeptFile } from '../../../platform/files/files.ts';
import { findCustomer } from '../../../commands/customers.ts';
import type { Services } from '../../services.ts';
import { statusName } from '../../transfers/core/receipts.ts';

/** Renders the receipt of a completed order as a PDF. @param requestedLanguage value of an Accept-Language header */
export async function renderOrderReceipt(
  { db, vault, settings }: Services,
  customerId: string,
  order: OtcOrder,
  requestedLanguage: string | undefined,
): Promise<KeptFile> {
  const language = languageOf(requestedLanguage);
  const customer = await findCustomer(db, vault, customerId);
  const translate = (id: string, values: Record<string, string> = {}): string =>
    formatMessage(language, `message.receipt.${id}`, values);
  const amount = ({ currency, amount: text }: { currency: string; amount: string }): string =>
    formatMoney(language, text, currency, decimalsOf(currency));
  const [fee] = order.fees;
  const bytes = await renderSheet({
    language: bcp47(language),
    title: translate('title'),
    subtitle: translate('when', { time: formatDateTime(language, order.updateTime) }),
    createdAt: new Date(order.updateTime),
    lines: [
      { label: translate('customer'), value: customer?.fullName ?? '' },
      { label: translate('order'), value: order.id },
      { label: translate('transaction'), value: order.transactionId ?? '' },
      { label: translate('status'), value: statusName(language, order.status) },
      { label: translate('orderTime'), value: formatDateTime(language, order.orderTime) },
      { label: translate('paid'), value: amount(order.pay), isStrong: true },
      {
        label: translate('rate'),
        value: `1 ${order.pay.currency} = ${formatRate(language, order.rate)} ${order.receive.currency}`,
      },
      { label: translate(fee?.name ?? 'charge'), value: fee ? amount(fee.money) : translate('none') },
      { label: translate('received'), value: amount(order.receive), isStrong: true },
    ],
    footer: translate('footer', { support: settings.supportEmail }),
  });
  return { mediaType: 'application/pdf', fileName: `receipt-${order.id}.pdf`, bytes };
}
