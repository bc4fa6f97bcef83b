import type { HistoryEntry } from '@wusd/api-sdk/core';
import { type MessageId, shortAddress } from '@wusd/i18n';

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

/**
 * The recipient of a withdrawal or the sender of a deposit: its name, or else a short address that does not wrap.
 * Undefined if unknown.
 */
export function counterpartyOf({ counterparty: { name, account } = {} }: HistoryEntry): string | undefined {
  return name ?? (account && shortAddress(account).replace('…', '\u2060…\u2060'));
}
