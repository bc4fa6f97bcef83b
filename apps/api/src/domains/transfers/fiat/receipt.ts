import type { FiatTransaction } from '@wusd/api-sdk';
import { decimalsOf } from '@wusd/api-sdk/domain';
import { bcp47, formatDateTime, formatMoney } from '@wusd/i18n';
import { formatMessage, languageOf } from '@wusd/i18n/server';
import { renderSheet } from '../../../platform/documents/pdf.ts';
import type { KeptFile } from '../../../platform/files/files.ts';
import { findCustomer } from '../../../commands/customers.ts';
import type { Services } from '../../services.ts';

/** What came from or went to a bank, for a customer's records; in the language asked for. */
export async function receiptOf(
  { db, vault, settings, gateways }: Services,
  customerId: string,
  transaction: FiatTransaction,
  asked: string | undefined,
): Promise<KeptFile> {
  const language = languageOf(asked);
  const customer = await findCustomer(db, vault, customerId);
  const words = (id: string, values: Record<string, string> = {}): string =>
    formatMessage(language, `message.receipt.${id}`, values);
  const amount = ({ currency, amount: text }: FiatTransaction['pay']): string =>
    formatMoney(language, text, currency, decimalsOf(currency));
  const { id, direction, pay, fees, receive, partnerId, receivingAccount = '', reference = '', rail } = transaction;
  const { difference, createTime, updateTime } = transaction;
  const bank = gateways.partners.find((partner) => partner.id === partnerId)?.name ?? '';
  const isDeposit = direction === 'deposit';
  const bytes = await renderSheet({
    language: bcp47(language),
    title: words(isDeposit ? 'depositTitle' : 'withdrawalTitle'),
    subtitle: words('when', { time: formatDateTime(language, updateTime) }),
    createdAt: new Date(updateTime),
    lines: [
      { label: words('customer'), value: customer?.fullName ?? '' },
      { label: words('transaction'), value: id },
      { label: words(isDeposit ? 'declared' : 'requested'), value: formatDateTime(language, createTime) },
      { label: words('bank'), value: bank },
      ...(rail === undefined ? [] : [{ label: words('rail'), value: rail }]),
      { label: words('account'), value: receivingAccount },
      { label: words('bankReference'), value: reference },
      ...(difference === undefined
        ? []
        : [
            { label: words('declaredAmount'), value: amount(pay) },
            {
              label: words(difference.sign),
              value: `${amount(difference.money)}. ${difference.reason}`,
            },
          ]),
      ...(isDeposit
        ? [{ label: words('received'), value: amount(receive), isStrong: true }]
        : [
            { label: words('sent'), value: amount(receive), isStrong: true },
            ...fees.map(({ money }) => ({ label: words('bankFee'), value: amount(money) })),
            { label: words('paid'), value: amount(pay), isStrong: true },
          ]),
    ],
    footer: words('footer', { support: settings.supportEmail }),
  });
  return { mediaType: 'application/pdf', fileName: `receipt-${id}.pdf`, bytes };
}
