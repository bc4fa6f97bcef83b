import type { CryptoTransaction } from '@wusd/api-sdk/core';
import { formatDateTime } from '@wusd/i18n';
import { TransactionList } from '../../shared/money/TransactionList.tsx';
import { language } from '../../shared/i18n/preferences.ts';
import { useMoney } from '../../shared/money/use-money.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { networkName } from './networks.ts';

export interface TransactionsProps {
  transactions: readonly CryptoTransaction[];
  onOpen: (id: string) => void;
}

/** List of crypto transfers with their statuses. */
export function Transactions({ transactions, onOpen }: TransactionsProps) {
  const t = useTranslate();
  const locale = useStore(language);
  const money = useMoney();
  const items = transactions.map(({ id, receive, networkId, status, confirmations, createTime, undisclosed }) => ({
    id,
    amount: undisclosed ? t('crypto.undisclosed') : money(receive),
    status,
    note: [
      networkName(networkId),
      formatDateTime(locale, createTime),
      ...(status === 'processing' && confirmations
        ? [t('crypto.confirmations', { seen: confirmations.seen, needed: confirmations.needed })]
        : []),
    ].join(' · '),
  }));
  return <TransactionList items={items} onOpen={onOpen} />;
}
