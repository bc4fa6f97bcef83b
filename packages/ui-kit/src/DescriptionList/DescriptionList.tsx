import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { vars } from '../tokens.js';

export interface DescriptionItem {
  /** Unique within the list. */
  label: string;
  value: ReactNode;
  /** Emphasizes the value, e.g. a total. @default false */
  isStrong?: boolean | undefined;
}

export interface DescriptionListProps {
  items: readonly DescriptionItem[];
}

const List = styled.dl`
  display: grid;

  > div {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: ${vars.space1} ${vars.space5};
    padding-block: ${vars.space3};
  }
  > div + div {
    border-top: 1px solid ${vars.border};
  }
  dt {
    color: ${vars.fgMuted};
    font: ${vars.typeLabel};
  }
  dd {
    margin: 0;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  [data-strong] dd {
    font: ${vars.typeHeadline};
    font-variant-numeric: tabular-nums;
  }
`;

/** Labels with their values, one pair per line. */
export function DescriptionList({ items }: DescriptionListProps) {
  return (
    <List>
      {items.map(({ label, value, isStrong }) => (
        <div key={label} data-strong={isStrong ? '' : undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </List>
  );
}
