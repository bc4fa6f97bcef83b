import type { CryptoTransaction } from '@wusd/api-sdk/core';
import type { MessageId } from '@wusd/i18n';
import type { ChipProps } from '@wusd/ui-kit/Chip';

export type TransactionStatus = CryptoTransaction['status'];

/** How each status of a transaction is said and shown. */
export const statuses: Record<string, { label: MessageId; tone: ChipProps['tone']; icon: ChipProps['icon'] }> = {
  processing: { label: 'crypto.status.processing', tone: 'neutral', icon: 'clock' },
  'to be confirmed': { label: 'crypto.status.toBeConfirmed', tone: 'warning', icon: 'clock' },
  completed: { label: 'crypto.status.completed', tone: 'positive', icon: 'check' },
  'to be processed': { label: 'crypto.status.toBeProcessed', tone: 'neutral', icon: 'clock' },
  cancelled: { label: 'crypto.status.cancelled', tone: 'neutral', icon: 'close' },
  failed: { label: 'crypto.status.failed', tone: 'negative', icon: 'alert' },
  'transferred manually': { label: 'fiat.status.transferredManually', tone: 'positive', icon: 'check' },
  rejected: { label: 'crypto.status.rejected', tone: 'negative', icon: 'alert' },
};
