import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import type { TransactionStatus } from './status.ts';
import { StatusChip } from './StatusChip.tsx';

const List = styled.ul`
  display: grid;
  margin: 0;
  padding: 0;
  list-style: none;

  li + li {
    border-top: 1px solid ${vars.border};
  }
  button {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: ${vars.space1} ${vars.space4};
    align-items: center;
    width: 100%;
    min-height: 44px;
    padding: ${vars.space4} 0;
    border: 0;
    background: none;
    color: inherit;
    text-align: start;
    cursor: pointer;
  }
  button:hover strong {
    text-decoration: underline;
  }
  strong {
    font: ${vars.typeHeadline};
    font-variant-numeric: tabular-nums;
  }
  small {
    grid-column: 1 / -1;
    color: ${vars.fgMuted};
    font: ${vars.typeCaption};
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
          <button type="button" onClick={() => onOpen(id)}>
            <strong>{amount}</strong>
            <StatusChip status={status} />
            <small>{note}</small>
          </button>
        </li>
      ))}
    </List>
  );
}
