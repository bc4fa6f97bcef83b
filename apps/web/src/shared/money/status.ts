import type { CryptoTransaction } from '@wusd/api-sdk/core';
import type { MessageId } from '@wusd/i18n';
import type { StatusKind } from '@wusd/ui-kit/StatusChip';

export type TransactionStatus = CryptoTransaction['status'];

/** Name and kind of each status of a transaction. */
export const statuses: Record<string, { label: MessageId; kind: StatusKind }> = {
  processing: { label: 'crypto.status.processing', kind: 'pending' },
  'to be confirmed': { label: 'crypto.status.toBeConfirmed', kind: 'attention' },
  completed: { label: 'crypto.status.completed', kind: 'success' },
  'to be processed': { label: 'crypto.status.toBeProcessed', kind: 'pending' },
  cancelled: { label: 'crypto.status.cancelled', kind: 'cancelled' },
  failed: { label: 'crypto.status.failed', kind: 'failure' },
  'transferred manually': { label: 'fiat.status.transferredManually', kind: 'success' },
  rejected: { label: 'crypto.status.rejected', kind: 'failure' },
};

/** Whether a withdrawal is final. */
export const isOver = (status: TransactionStatus): boolean =>
  status === 'completed' || status === 'transferred manually' || isUndone(status);

/** Whether a withdrawal ended without paying the recipient. */
export const isUndone = (status: TransactionStatus): boolean =>
  status === 'cancelled' || status === 'rejected' || status === 'failed';
