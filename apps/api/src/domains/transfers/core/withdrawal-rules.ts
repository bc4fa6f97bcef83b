import { memberOf } from '@wusd/server-kit/registry/lookup';
import { currencyOf } from '@wusd/server-kit/registry/currencies';
import { compare } from '@wusd/api-sdk/money';
import type { MessageId } from '@wusd/i18n';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Customer } from '../../../commands/customers.ts';
import { cooldownBlockers, identityBlockers } from '../../identity-access/customers/rules.ts';
import { limitExceeded, type RemainingLimits } from './rolling-limits.ts';

/** Amounts of a request, as decimals of one currency. */
export interface RequestedAmount {
  currency: string;
  /** Amount that arrives. */
  amount: string;
  /** Total debited: amount and fee. */
  total: string;
  available: string;
  /** The maximum amount that could be withdrawn: the available balance minus the fee. */
  most: string;
}

/** Returns everything that blocks a withdrawal now, for all networks and banks. */
export function withdrawalBlockers(
  now: Date,
  customer: Customer | undefined,
  isDestinationActive: boolean,
  { currency, amount, total, available, most }: RequestedAmount,
  remaining: RemainingLimits,
): AppError[] {
  const { limits } = remaining;
  const bound = (of: string) => ({ currency: currencyOf(currency), amount: of });
  return [
    ...identityBlockers(customer),
    ...cooldownBlockers(customer, now),
    ...(isDestinationActive ? [] : [new AppError('DESTINATION_NOT_ACTIVE')]),
    ...(compare(amount, limits.minimum) < 0
      ? [new AppError('AMOUNT_BELOW_MINIMUM', { bound: bound(limits.minimum) })]
      : []),
    ...(compare(amount, limits.daily) > 0
      ? [new AppError('AMOUNT_ABOVE_MAXIMUM', { bound: bound(limits.daily) })]
      : compare(amount, remaining.amount) > 0
        ? [limitExceeded(currency, remaining, now)]
        : []),
    ...(compare(available, total) < 0 ? [new AppError('INSUFFICIENT_BALANCE', { bound: bound(most) })] : []),
  ];
}

type ReasonOf<Prefix extends string, Id = MessageId> = Id extends `${Prefix}.${infer Reason}` ? Reason : never;
/** Reasons why a withdrawal waits. Each reason has a message for the customer. */
export type CryptoWaitReason = ReasonOf<'message.withdrawalReason'>;
/** Reasons with a different message if a bank pays. */
export type BankReason = ReasonOf<'message.bankWithdrawalReason'>;
export type FiatWaitReason = CryptoWaitReason | BankReason;
export interface WaitReasons {
  crypto_transaction: CryptoWaitReason;
  fiat_transaction: FiatWaitReason;
}

/** Reasons for which a bank withdrawal waits for an operator. All other reasons end automatically. */
export const operatorReasons = ['high-risk', 'destination', 'prohibited-country'] as const;
export type OperatorReason = (typeof operatorReasons)[number];
export const operatorReasonOf = (reason: string | null): OperatorReason | undefined =>
  memberOf(operatorReasons, reason);

const retryMs = 60_000;

const polledReasons: ReadonlySet<string> = new Set<CryptoWaitReason>([
  'earlier-payouts',
  'liquidity',
  'network-fee',
  'account-frozen',
  'identity',
  'payouts-held',
]);

/** Whether the end of the hold is unknown, so that the due time is only the time of the next attempt. */
export const isPolled = ({ hold_reason: reason }: { hold_reason: string | null }): boolean =>
  reason !== null && polledReasons.has(reason);

/** Returns the reason why the customer's state delays a due withdrawal, and until when; undefined if it can be sent. */
export function customerHold(
  { cooldownEndsAt, status, identityStatus }: Customer,
  now: Date,
): { reason: 'cooldown' | 'account-frozen' | 'identity'; until: Date } | undefined {
  if (cooldownEndsAt && cooldownEndsAt > now) return { reason: 'cooldown', until: cooldownEndsAt };
  const until = nextAttemptAt(now);
  if (status !== 'active') return { reason: 'account-frozen', until };
  return identityStatus === 'verified' ? undefined : { reason: 'identity', until };
}

/** Returns the time at which a withdrawal that can't be sent now is tried again. */
export const nextAttemptAt = (now: Date): Date => new Date(now.getTime() + retryMs);
