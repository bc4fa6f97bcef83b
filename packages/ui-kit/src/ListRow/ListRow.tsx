import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { vars } from '../tokens.js';

export interface ListRowProps {
  /** An icon before the words. */
  leading?: ReactNode | undefined;
  /** What it is, in a few words. */
  title: ReactNode;
  /** When, and whatever tells it from the next; quieter, below. */
  note?: ReactNode | undefined;
  /** At the end of the line, above one another: what moved, and what for. */
  amount?: ReactNode | undefined;
  amountNote?: ReactNode | undefined;
  /** How far it is: a Chip. */
  status: ReactNode;
  onPress: () => void;
}

/* One rule for all of it: a list draws hundreds, and each component that is styled costs some of the time of drawing them. */
const Root = styled.button`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: ${vars.space1} ${vars.space4};
  width: 100%;
  min-height: 72px;
  padding: ${vars.space3} ${vars.space4};
  border: 0;
  border-radius: ${vars.radiusControl};
  background: none;
  color: inherit;
  font: inherit;
  font-variant-numeric: tabular-nums;
  text-align: start;
  cursor: pointer;

  &:hover {
    background: ${vars.sunken};
  }
  > :last-child {
    justify-self: end;
  }
  &[data-leading] {
    grid-template-columns: auto minmax(0, 1fr) auto;
  }
  &[data-amount] {
    grid-template-columns: auto minmax(0, 1fr) auto 11rem;
  }
  > [data-words] {
    display: grid;
    gap: ${vars.space1};
    min-width: 0;
  }
  > [data-words='end'] {
    justify-items: end;
    white-space: nowrap;
  }
  strong {
    font: ${vars.typeHeadline};
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  small {
    color: ${vars.fgMuted};
    font: ${vars.typeCaption};
    font-variant-numeric: tabular-nums;
  }
  @media (max-width: 767px) {
    &[data-leading] {
      grid-template-columns: auto minmax(0, 1fr) auto;
    }
    &[data-leading] > :last-child {
      grid-column: 2 / -1;
      justify-self: start;
    }
  }
`;

/** One of many, to be opened: what it is, what moved, and how far it is. */
export function ListRow({ leading, title, note, amount, amountNote, status, onPress }: ListRowProps) {
  return (
    <Root
      type="button"
      data-leading={leading === undefined ? undefined : ''}
      data-amount={amount === undefined ? undefined : ''}
      onClick={onPress}
    >
      {leading}
      <span data-words="">
        <strong>{title}</strong>
        {note !== undefined && <small>{note}</small>}
      </span>
      {amount !== undefined && (
        <span data-words="end">
          <strong>{amount}</strong>
          {amountNote !== undefined && <small>{amountNote}</small>}
        </span>
      )}
      {status}
    </Root>
  );
}
