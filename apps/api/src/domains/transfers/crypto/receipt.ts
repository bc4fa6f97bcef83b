import type { CryptoTransaction } from '@wusd/api-sdk';
import { decimalsOf, networkNames } from '@wusd/api-sdk/domain';
import { bcp47, formatDateTime, formatMoney } from '@wusd/i18n';
import { formatMessage, languageOf } from '@wusd/i18n/server';
import { renderSheet } from '../../../platform/documents/pdf.ts';
import type { KeptFile } from '../../../platform/files/files.ts';
import { findCustomer } from '../../../commands/customers.ts';
import type { Services } from '../../services.ts';

/** What came or went over which network, for a customer's records; in the language asked for. */
export async function receiptOf(
  { db, vault, settings }: Services,
  customerId: string,
  transaction: CryptoTransaction,
  asked: string | undefined,
): Promise<KeptFile> {
  const language = languageOf(asked);
  const customer = await findCustomer(db, vault, customerId);
  const words = (id: string, values: Record<string, string> = {}): string =>
    formatMessage(language, `message.receipt.${id}`, values);
  const amount = ({ currency, amount: text }: CryptoTransaction['pay']): string =>
    formatMoney(language, text, currency, decimalsOf(currency));
  const {
    id,
    direction,
    pay,
    fees,
    receive,
    networkId,
    receivingAccount = '',
    memo,
    transactionHash = '',
  } = transaction;
  const bytes = await renderSheet({
    language: bcp47(language),
    title: words(direction === 'deposit' ? 'depositTitle' : 'withdrawalTitle'),
    subtitle: words('when', { time: formatDateTime(language, transaction.updateTime) }),
    createdAt: new Date(transaction.updateTime),
    lines: [
      { label: words('customer'), value: customer?.fullName ?? '' },
      { label: words('transaction'), value: id },
      {
        label: words(direction === 'deposit' ? 'arrived' : 'requested'),
        value: formatDateTime(language, transaction.createTime),
      },
      { label: words('network'), value: networkNames[networkId] },
      { label: words('address'), value: receivingAccount },
      ...(memo === undefined ? [] : [{ label: words('memo'), value: memo }]),
      { label: words('hash'), value: transactionHash },
      ...(direction === 'deposit'
        ? [{ label: words('received'), value: amount(receive), isStrong: true }]
        : [
            { label: words('sent'), value: amount(receive), isStrong: true },
            ...fees.map(({ money }) => ({ label: words('networkFee'), value: amount(money) })),
            { label: words('paid'), value: amount(pay), isStrong: true },
          ]),
    ],
    footer: words('footer', { support: settings.supportEmail }),
  });
  return { mediaType: 'application/pdf', fileName: `receipt-${id}.pdf`, bytes };
}
