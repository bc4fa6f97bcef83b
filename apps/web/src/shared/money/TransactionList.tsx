import { List, ListRow } from '@wusd/ui-kit/List';
import type { TransactionStatus } from './status.ts';
import { TransactionStatusChip } from './TransactionStatusChip.tsx';

export interface TransactionListProps {
  items: readonly {
    id: string;
    amount: string;
    status: TransactionStatus;
    /** Which way, when, and how far. */
    note: string;
  }[];
  onOpen: (id: string) => void;
}

/** Transfers one by one: how much, which way, and how far they are. */
export function TransactionList({ items, onOpen }: TransactionListProps) {
  return (
    <List>
      {items.map(({ id, amount, status, note }) => (
        <ListRow
          key={id}
          title={amount}
          note={note}
          status={<TransactionStatusChip status={status} />}
          onPress={() => onOpen(id)}
        />
      ))}
    </List>
  );
}
