import { Children, type ReactNode, type Ref } from 'react';
import { styled } from 'styled-components';
import { Skeleton } from '../Skeleton/index.js';
import { vars } from '../tokens.js';

/* The list styles its rows once. With hundreds of rows, styled row components would cost too much rendering time. */
const Rows = styled.ul`
  margin: ${vars.space3} calc(-1 * ${vars.space4}) 0;
  padding: 0;
  list-style: none;

  > li + li {
    border-top: 1px solid ${vars.border};
  }
  &[data-placed] {
    position: relative;
  }
  &[data-placed] > li {
    position: absolute;
    inset-inline: 0;
    top: 0;
    border-top: 1px solid ${vars.border};
  }
  &[data-placed] > li:first-child {
    border-top-color: transparent;
  }
  [data-row] {
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
      overflow-wrap: break-word;
    }
    small {
      color: ${vars.fgMuted};
      font: ${vars.typeCaption};
      font-variant-numeric: tabular-nums;
    }
    @media (max-width: 767px) {
      /* Words keep whole; where there is no room beside them, an amount breaks before its code. */
      &[data-leading] {
        grid-template-columns: auto minmax(min-content, 1fr) auto;
      }
      > [data-words='end'] {
        text-align: end;
        white-space: normal;
      }
      &[data-leading] > :last-child {
        grid-column: 2 / -1;
        justify-self: start;
      }
    }
  }
  /* With larger gaps between letters there is room for one thing in a line (WCAG 2.2, 1.4.12). */
  @media (max-width: 374px) {
    [data-row] > [data-words='end'] {
      grid-column: 2 / -1;
      justify-items: start;
      justify-self: start;
      text-align: start;
    }
  }
  [data-row='waiting'] {
    cursor: default;
    background: none;
  }
`;

export interface ListProps {
  /** Rows with keys. With `placedHeight`, positioned `li` elements. */
  children: ReactNode;
  /** Accessible name, if no heading names the list. */
  label?: string | undefined;
  /**
   * Total height of all rows in CSS pixels, including those not rendered. The scroll container then positions the rows.
   */
  placedHeight?: number | undefined;
  ref?: Ref<HTMLUListElement> | undefined;
}

/** A vertical list of similar items that can be opened. */
export function List({ children, label, placedHeight, ref }: ListProps) {
  if (placedHeight === undefined)
    return (
      <Rows ref={ref} aria-label={label}>
        {Children.map(children, (row) => (
          <li>{row}</li>
        ))}
      </Rows>
    );
  return (
    <Rows ref={ref} aria-label={label} data-placed="" style={{ height: placedHeight }}>
      {children}
    </Rows>
  );
}

export interface ListRowProps {
  /** An icon before the text. */
  leading?: ReactNode | undefined;
  /** Short description of the item. */
  title: ReactNode;
  /** Secondary text below the title: the time and other distinguishing details. */
  note?: ReactNode | undefined;
  /** Amount and purpose at the end of the line, below each other. */
  amount?: ReactNode | undefined;
  amountNote?: ReactNode | undefined;
  /** Status of the item: a Chip. */
  status: ReactNode;
  onPress: () => void;
}

/** A list item that can be opened, with title, amount and status. */
export function ListRow({ leading, title, note, amount, amountNote, status, onPress }: ListRowProps) {
  return (
    <button
      type="button"
      data-row=""
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
    </button>
  );
}

export interface ListSkeletonProps {
  /** Number of rows, as far as known. */
  count: number;
  /** Whether rows have an icon before the text. @default false */
  hasLeading?: boolean | undefined;
}

/** Placeholder of a list while it loads. */
export function ListSkeleton({ count, hasLeading }: ListSkeletonProps) {
  return (
    <Rows aria-hidden>
      {Array.from({ length: count }, (_, row) => (
        <li key={row}>
          <div data-row="waiting" data-leading={hasLeading ? '' : undefined}>
            {hasLeading && <Skeleton width="32px" height="32px" isRound />}
            <span data-words="">
              <Skeleton width="9rem" height="1.125rem" />
              <Skeleton width="6rem" height="0.875rem" />
            </span>
            <Skeleton width="5.5rem" height="1.25rem" />
          </div>
        </li>
      ))}
    </Rows>
  );
}
