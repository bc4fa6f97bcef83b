import type { FiatTransaction } from '@wusd/api-sdk';
import type { KeptFile } from '../../../platform/files/files.ts';
import type { Services } from '../../services.ts';
import { renderReceipt } from '../core/receipts.ts';

export function renderFiatReceipt(
  services: Services,
  customerId: string,
  transaction: FiatTransaction,
  language: string | undefined,
): Promise<KeptFile> {
  const { direction, pay, difference, partnerId, receivingAccount = '', reference = '', rail } = transaction;
  const bank = services.gateways.partners.find((partner) => partner.id === partnerId)?.name ?? '';
  return renderReceipt(services, customerId, transaction, language, {
    startLabel: direction === 'deposit' ? 'declared' : 'requested',
    feeLabel: 'bankFee',
    details: (formatAmount) => [
      { label: 'bank', value: bank },
      ...(rail === undefined ? [] : [{ label: 'rail', value: rail }]),
      { label: 'account', value: receivingAccount },
      { label: 'bankReference', value: reference },
      ...(difference === undefined
        ? []
        : [
            { label: 'declaredAmount', value: formatAmount(pay) },
            { label: difference.sign, value: `${formatAmount(difference.money)}. ${difference.reason}` },
          ]),
    ],
  });
}
