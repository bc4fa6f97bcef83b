export {
  DataTable,
  type DataTableCell,
  type DataTableColumn,
  type DataTableProps,
  type DataTableRow,
} from './DataTable.js';
