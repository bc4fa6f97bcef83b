import type { HistoryEntry } from '@wusd/api-sdk/core';
import type { MessageId } from '@wusd/i18n';

/** The title of each kind of entry. */
export const entryTitles: Record<HistoryEntry['kind'], MessageId> = {
  deposit: 'history.deposit',
  withdrawal: 'history.withdrawal',
  swap: 'history.swap',
  'auto-redemption': 'history.autoRedemption',
};

/** The amount that the customer received, or the amount of a withdrawal. An open order has received nothing yet. */
export function mainAmount({ kind, pay, receive }: HistoryEntry): HistoryEntry['pay'] {
  return kind === 'withdrawal' ? pay : (receive ?? pay);
}
