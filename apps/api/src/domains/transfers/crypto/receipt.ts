import type { CryptoTransaction } from '@wusd/api-sdk';
import { networkNames } from '@wusd/api-sdk/domain';
import type { KeptFile } from '../../../platform/files/files.ts';
import type { Services } from '../../services.ts';
import { renderReceipt } from '../core/receipts.ts';

export function renderCryptoReceipt(
  services: Services,
  customerId: string,
  transaction: CryptoTransaction,
  language: string | undefined,
): Promise<KeptFile> {
  const { direction, networkId, receivingAccount = '', memo, transactionHash = '' } = transaction;
  return renderReceipt(services, customerId, transaction, language, {
    startLabel: direction === 'deposit' ? 'arrived' : 'requested',
    feeLabel: 'networkFee',
    details: () => [
      { label: 'network', value: networkNames[networkId] },
      { label: 'address', value: receivingAccount },
      ...(memo === undefined ? [] : [{ label: 'memo', value: memo }]),
      { label: 'hash', value: transactionHash },
    ],
  });
}
