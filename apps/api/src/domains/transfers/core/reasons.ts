import { memberOf } from '@wusd/server-kit/registry/lookup';

// Reasons why an operator rejects a transfer. Each reason has a message, e.g. `message.depositReason.<reason>`.

export const depositReasons = ['source-of-funds', 'not-yours', 'at-your-request', 'declined'] as const;
export type DepositReason = (typeof depositReasons)[number];

export const isDepositReason = (text: unknown): text is DepositReason => memberOf(depositReasons, text) !== undefined;

export const withdrawalReasons = ['compliance-review', 'at-your-request', 'declined'] as const;

export const isWithdrawalReason = (text: unknown): text is (typeof withdrawalReasons)[number] =>
  memberOf(withdrawalReasons, text) !== undefined;
