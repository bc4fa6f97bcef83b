import { ListRow } from '@wusd/ui-kit/ListRow';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import type { TransactionStatus } from './status.ts';
import { StatusChip } from './StatusChip.tsx';

const List = styled.ul`
  display: grid;
  margin: 0 calc(-1 * ${vars.space4});
  padding: 0;
  list-style: none;

  li + li {
    border-top: 1px solid ${vars.border};
  }
`;

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
        <li key={id}>
          <ListRow title={amount} note={note} status={<StatusChip status={status} />} onPress={() => onOpen(id)} />
        </li>
      ))}
    </List>
  );
}
