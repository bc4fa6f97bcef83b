import type { BankAccount, SenderAccount } from '@wusd/api-sdk/core';
import { reaches } from './offered.ts';
import type { FiatWithdrawalDraft } from './withdrawal-payment.ts';

export interface PayoutRoute {
  /** Accounts that a payout in this currency can be sent from. */
  senders: readonly SenderAccount[];
  /** The chosen sender, or the first that reaches the chosen account, or the first that reaches any. */
  sender: SenderAccount | undefined;
  /** Whether any account is saved in this currency, reached or not. */
  hasAccount: boolean;
  /** Saved accounts that the sender reaches. */
  reached: readonly BankAccount[];
  account: BankAccount | undefined;
}

/** The sender and the recipient of a draft, of those that can be combined. */
export function findPayoutRoute(
  { currency, senderAccountId, bankAccountId }: FiatWithdrawalDraft,
  allSenders: readonly SenderAccount[] = [],
  saved: readonly BankAccount[] = [],
): PayoutRoute {
  const accounts = saved.filter(({ status, fields }) => status === 'active' && fields.currency === currency);
  const senders = allSenders.filter((each) => each.currency === currency);
  const chosen = accounts.find(({ id }) => id === bankAccountId);
  const sender =
    senders.find(({ id }) => id === senderAccountId) ??
    (chosen && senders.find((each) => reaches(each, chosen))) ??
    senders.find((each) => accounts.some((account) => reaches(each, account))) ??
    senders[0];
  const reached = sender ? accounts.filter((account) => reaches(sender, account)) : [];
  return {
    senders,
    sender,
    hasAccount: accounts.length > 0,
    reached,
    account: reached.find(({ id }) => id === bankAccountId),
  };
}
