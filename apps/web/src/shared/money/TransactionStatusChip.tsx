import { StatusChip } from '@wusd/ui-kit/StatusChip';
import { useTranslate } from '../i18n/use-translate.ts';
import { statuses, type TransactionStatus } from './status.ts';

/** The status of a crypto or bank transaction. A status that this build does not know is shown as the server names it. */
export function TransactionStatusChip({ status }: { status: TransactionStatus }) {
  const t = useTranslate();
  const known = statuses[status];
  return <StatusChip status={known?.kind ?? 'pending'}>{known === undefined ? status : t(known.label)}</StatusChip>;
}
