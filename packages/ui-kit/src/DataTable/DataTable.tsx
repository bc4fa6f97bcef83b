import type { ReactNode } from 'react';
import { keyframes, styled } from 'styled-components';
import { vars } from '../tokens.js';

export interface DataTableColumn {
  /** Key of the column's cells. */
  key: string;
  label: string;
  /** Moves the cell below the row on narrow screens, with its label. @default false */
  isSecondary?: boolean | undefined;
}

export interface DataTableCell {
  content: ReactNode;
  /** Hides a secondary cell without content on narrow screens. @default false */
  isEmpty?: boolean | undefined;
}

export interface DataTableRow {
  /** Unique within the table. A row with a changed key is mounted again, which repeats its highlight. */
  key: string;
  header: ReactNode;
  cells: Readonly<Record<string, DataTableCell>>;
  /** Highlights the row for two seconds after mounting. @default false */
  isHighlighted?: boolean | undefined;
}

export interface DataTableProps {
  /** Accessible name of the table. */
  title: string;
  /** Header of the column of row headers. @default the title */
  rowLabel?: string | undefined;
  /** Shows the title above the rows on narrow screens, where column headers are hidden. @default false */
  isTitled?: boolean | undefined;
  /** Id of the title, for a surrounding element with `aria-labelledby`. */
  titleId?: string | undefined;
  columns: readonly DataTableColumn[];
  rows: readonly DataTableRow[];
}

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  table-layout: fixed;

  th {
    padding: ${vars.space4} ${vars.space6};
    background: ${vars.sunken};
    color: ${vars.fgMuted};
    font: ${vars.typeCaption};
    text-align: end;
  }
  th:first-child,
  tbody th {
    text-align: start;
  }
  tbody th {
    background: none;
    color: ${vars.fg};
    font: ${vars.typeHeadline};
  }
  td {
    padding: ${vars.space4} ${vars.space6};
    text-align: end;
    vertical-align: middle;
  }
  tbody tr {
    border-top: 1px solid ${vars.border};
  }
  /* Currency codes of one width, so that digits line up. */
  td small {
    display: inline-block;
    min-width: 3.4em;
    text-align: start;
  }

  @media (max-width: 991px) {
    &,
    tbody {
      display: block;
    }
    thead {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    tbody tr {
      display: grid;
      grid-template-columns: 1fr auto;
      gap: ${vars.space2} ${vars.space4};
      align-items: center;
      padding: ${vars.space4} ${vars.space5};
    }
    tbody tr:first-child {
      border-top: 0;
    }
    tbody th,
    td {
      display: block;
      padding: 0;
    }
    td[data-secondary] {
      grid-column: 1 / -1;
      display: flex;
      gap: ${vars.space4};
      justify-content: space-between;
      color: ${vars.fgMuted};
      font: ${vars.typeLabel};
    }
    /* In line with a name that follows an icon. */
    tr:has(th svg) td[data-secondary] {
      padding-inline-start: 44px;
    }
    td[data-secondary][data-empty] {
      display: none;
    }
    td[data-secondary]::before {
      content: attr(data-label);
      flex: none;
      max-width: 50%;
      text-align: start;
    }
  }
`;
const fade = keyframes`
  from { background: ${vars.positiveWash}; }
`;
const Row = styled.tr`
  &[data-highlighted] {
    animation: ${fade} 2s ease-out;
  }
`;

const NarrowTitle = styled.div`
  padding: ${vars.space5} ${vars.space5} ${vars.space2};
  font: ${vars.typeTitle2};

  @media (min-width: 992px) {
    display: none;
  }
`;

/** Rows with a header and one cell per column. On narrow screens each row becomes a block. */
export function DataTable({ title, rowLabel = title, titleId, isTitled = false, columns, rows }: DataTableProps) {
  const table = (
    // Explicit roles, because a table with block layout loses its implicit roles.
    <Table role="table" aria-label={title}>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col" id={titleId}>
            {rowLabel}
          </th>
          {columns.map(({ key, label }) => (
            <th key={key} role="columnheader" scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map(({ key: rowKey, header, cells, isHighlighted }) => (
          <Row key={rowKey} role="row" data-highlighted={isHighlighted ? '' : undefined}>
            <th role="rowheader" scope="row">
              {header}
            </th>
            {columns.map(({ key, label, isSecondary }) => (
              <td
                key={key}
                role="cell"
                data-secondary={isSecondary ? '' : undefined}
                data-label={isSecondary ? label : undefined}
                data-empty={cells[key]?.isEmpty ? '' : undefined}
              >
                {cells[key]?.content}
              </td>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  );
  if (!isTitled) return table;
  return (
    <>
      {/* Hidden from screen readers, because it is already the table's accessible name. */}
      <NarrowTitle aria-hidden="true">{title}</NarrowTitle>
      {table}
    </>
  );
}
