import { StatusChip } from '@wusd/ui-kit/StatusChip';
import { statuses, type TransactionStatus } from './status.ts';
import { useStatusName } from './use-status-name.ts';

/** The status of a crypto or bank transaction. */
export function TransactionStatusChip({ status }: { status: TransactionStatus }) {
  const nameOf = useStatusName();
  return <StatusChip status={statuses[status]?.kind ?? 'pending'}>{nameOf(status)}</StatusChip>;
}
