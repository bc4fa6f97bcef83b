import type { CryptoTransaction } from '@wusd/api-sdk/core';
import { formatDateTime } from '@wusd/i18n';
import { TransactionList } from '../../app/money/TransactionList.tsx';
import { language } from '../../app/preferences.ts';
import { useMoney } from '../../app/swap-words.ts';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';
import { networkName } from './networks.ts';

export interface TransactionsProps {
  transactions: readonly CryptoTransaction[];
  onOpen: (id: string) => void;
}

/** Transfers over networks, and how far they are. */
export function Transactions({ transactions, onOpen }: TransactionsProps) {
  const words = useWords();
  const locale = useValue(language);
  const money = useMoney();
  const items = transactions.map(({ id, receive, networkId, status, confirmations, createTime, undisclosed }) => ({
    id,
    amount: undisclosed ? words('crypto.undisclosed') : money(receive),
    status,
    note: [
      networkName(networkId),
      formatDateTime(locale, createTime),
      ...(status === 'processing' && confirmations
        ? [words('crypto.confirmations', { seen: confirmations.seen, needed: confirmations.needed })]
        : []),
    ].join(' · '),
  }));
  return <TransactionList items={items} onOpen={onOpen} />;
}
