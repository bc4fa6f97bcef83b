import { List, ListRow } from '@wusd/ui-kit/List';
import type { TransactionStatus } from './status.ts';
import { TransactionStatusChip } from './TransactionStatusChip.tsx';

export interface TransactionListProps {
  items: readonly {
    id: string;
    amount: string;
    status: TransactionStatus;
    /** Text with direction, time and status. */
    note: string;
  }[];
  onOpen: (id: string) => void;
}

/** List of transfers with amount, direction and status. */
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
