import { compare, subtract } from '@wusd/api-sdk/money';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { currencyOf } from '../../platform/registry/currencies.ts';
import type { Customer } from '../../commands/customers.ts';
import { coolingDown, unverified } from '../identity-access/customers/rules.ts';

// What every withdrawal must satisfy, over whatever it travels.

/** How much may leave, as decimals of the currency that it is in. */
export interface WithdrawalLimits {
  /** Of one withdrawal. */
  minimum: string;
  /** Over the last 24 hours; also what one withdrawal may be at most. */
  daily: string;
  /** Over the last 30 days. */
  monthly: string;
}

/** What is left of one window, and when the oldest that counts in it no longer does; undefined where nothing counts. */
export interface Left {
  amount: string;
  nextAt: Date | undefined;
}

/** What of the limits is left: of the window that leaves less, and of each. */
export interface Remaining<Limits = WithdrawalLimits> extends Left {
  limits: Limits;
  day: Left;
  month: Left;
}

const hourMs = 60 * 60_000;

/** Where the windows of the limits begin. */
export function windowsOf(clock: Clock): { day: Date; month: Date } {
  const now = clock.now().getTime();
  return { day: new Date(now - 24 * hourMs), month: new Date(now - 30 * 24 * hourMs) };
}

/** What moved within each window, of rows that have `created_at`. @param amount the column of how much */
export const usedSince = (day: Date, amount = 'amount') =>
  [
    sql<string>`coalesce(sum(${sql.ref(amount)}) filter (where created_at > ${day}), 0)`.as('daily'),
    sql<string>`coalesce(sum(${sql.ref(amount)}), 0)`.as('monthly'),
    sql<Date | null>`min(created_at) filter (where created_at > ${day})`.as('oldestOfDay'),
    sql<Date | null>`min(created_at)`.as('oldestOfMonth'),
  ] as const;

/** @param used as {@link usedSince} answers it, its amounts as decimals */
export function remainingUnder<Limits extends { daily: string; monthly: string }>(
  limits: Limits,
  used: { daily: string; monthly: string; oldestOfDay: Date | null; oldestOfMonth: Date | null },
): Remaining<Limits> {
  const left = (limit: string, of: string, oldest: Date | null, days: number): Left => {
    const rest = subtract(limit, of);
    return {
      amount: compare(rest, '0') < 0 ? '0' : rest,
      nextAt: oldest ? new Date(oldest.getTime() + days * 24 * hourMs) : undefined,
    };
  };
  const day = left(limits.daily, used.daily, used.oldestOfDay, 1);
  const month = left(limits.monthly, used.monthly, used.oldestOfMonth, 30);
  return { limits, day, month, ...(compare(month.amount, day.amount) < 0 ? month : day) };
}

/** What more than is left is refused with. */
export function limitExceeded(currency: string, { amount, nextAt }: Left, now: Date): AppError {
  return new AppError('LIMIT_EXCEEDED', {
    bound: { currency: currencyOf(currency), amount },
    availableAt: (nextAt ?? now).toISOString(),
  });
}

export interface AskedAmount {
  currency: string;
  /** What arrives, what leaves with the fee, and what is there. */
  amount: string;
  total: string;
  available: string;
  /** The most that could be withdrawn: what is there less the fee. */
  most: string;
}

/** Everything that stands against a withdrawal as of now. */
export function withdrawalRefusals(
  now: Date,
  customer: Customer | undefined,
  isDestinationActive: boolean,
  { currency, amount, total, available, most }: AskedAmount,
  remaining: Remaining,
): AppError[] {
  const { limits } = remaining;
  const bound = (of: string) => ({ currency: currencyOf(currency), amount: of });
  return [
    ...unverified(customer),
    ...coolingDown(customer, now),
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

const againMs = 60_000;

/** Why a withdrawal that is due does not leave for what its customer is, and until when; undefined where it may. */
export function customerHold(
  { cooldownEndsAt, status, identityStatus }: Customer,
  now: Date,
): { reason: 'cooldown' | 'account-frozen' | 'identity'; until: Date } | undefined {
  if (cooldownEndsAt && cooldownEndsAt > now) return { reason: 'cooldown', until: cooldownEndsAt };
  const until = later(now);
  if (status !== 'active') return { reason: 'account-frozen', until };
  return identityStatus === 'verified' ? undefined : { reason: 'identity', until };
}

/** When what can't leave now is looked at again. */
export const later = (now: Date): Date => new Date(now.getTime() + againMs);
