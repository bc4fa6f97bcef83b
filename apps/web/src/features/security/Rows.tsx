import { vars } from '@wusd/ui-kit/tokens';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const List = styled.ul`
  display: grid;

  li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: ${vars.space3} ${vars.space5};
    padding-block: ${vars.space5};
  }
  li + li {
    border-top: 1px solid ${vars.border};
  }
  li:first-child {
    padding-top: 0;
  }
  li:last-child {
    padding-bottom: 0;
  }
`;
const Text = styled.div`
  display: grid;
  flex: 1 1 220px;
  gap: ${vars.space2};
  min-width: 0;
  overflow-wrap: break-word;

  strong {
    font: ${vars.typeHeadline};
  }
  span {
    color: ${vars.fgMuted};
    font: ${vars.typeLabel};
  }
`;
const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${vars.space3};
`;

export interface Row {
  key: string;
  title: ReactNode;
  state: ReactNode;
  actions?: ReactNode;
}

/** Rows of items, each with its state and actions. */
export function Rows({ rows }: { rows: readonly Row[] }) {
  return (
    <List>
      {rows.map(({ key, title, state, actions }) => (
        <li key={key}>
          <Text>
            <strong>{title}</strong>
            <span>{state}</span>
          </Text>
          {actions !== undefined && <Actions>{actions}</Actions>}
        </li>
      ))}
    </List>
  );
}
