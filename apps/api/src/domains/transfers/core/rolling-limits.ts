import { currencyOf } from '@wusd/server-kit/registry/currencies';
import { compare, subtract } from '@wusd/api-sdk/money';
import { sql } from 'kysely';
import type { Clock } from '@wusd/server-kit/clock';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { TransferTable } from './transfer-kind.ts';

// Limits of withdrawals and swaps over the last 24 hours and the last 30 days. Amounts are decimals.

/** Limits of withdrawals, in the currency of the limits. */
export interface WithdrawalLimits {
  /** Minimum of one withdrawal. */
  minimum: string;
  /** Over the last 24 hours; also the maximum of one withdrawal. */
  daily: string;
  /** Over the last 30 days. */
  monthly: string;
}

/** Limits of each account type, in dollars. They seed a new database. Afterwards the values in the database apply. */
export const initialWithdrawalLimits: Record<string, WithdrawalLimits> = {
  individual: { minimum: '10', daily: '100000', monthly: '1000000' },
  corporate: { minimum: '10', daily: '1000000', monthly: '10000000' },
};

/** The remaining amount of one window, and the time at which more becomes available; undefined if nothing was used. */
export interface Allowance {
  amount: string;
  nextAt: Date | undefined;
}

/** The allowance of each window. `amount` and `nextAt` are those of the window with the smaller allowance. */
export interface RemainingLimits<Limits = WithdrawalLimits> extends Allowance {
  limits: Limits;
  day: Allowance;
  month: Allowance;
}

const hourMs = 60 * 60_000;

/** Start times of the windows. */
export function limitWindows(clock: Clock): { day: Date; month: Date } {
  const now = clock.now().getTime();
  return { day: new Date(now - 24 * hourMs), month: new Date(now - 30 * 24 * hourMs) };
}

/**
 * Columns that sum the usage of both windows, for rows with `created_at`.
 *
 * @param amount column to sum
 */
export const usageColumns = (day: Date, amount = 'amount') =>
  [
    sql<string>`coalesce(sum(${sql.ref(amount)}) filter (where created_at > ${day}), 0)`.as('daily'),
    sql<string>`coalesce(sum(${sql.ref(amount)}), 0)`.as('monthly'),
    sql<Date | null>`min(created_at) filter (where created_at > ${day})`.as('oldestOfDay'),
    sql<Date | null>`min(created_at)`.as('oldestOfMonth'),
  ] as const;

/**
 * Query for a customer's withdrawals that count towards the limits. Withdrawals that were not paid out do not count.
 */
export const countedWithdrawals = (db: Db, table: TransferTable, customerId: string, since: Date) =>
  db
    .selectFrom(table)
    .where('customer_id', '=', customerId)
    .where('direction', '=', 'withdrawal')
    // A return is not a payment of the customer.
    .where('returns_deposit_id', 'is', null)
    .where('created_at', '>', since)
    .where('status', 'not in', ['cancelled', 'rejected', 'failed']);

/** @param used result of {@link usageColumns}, with amounts as decimals */
export function remainingLimits<Limits extends { daily: string; monthly: string }>(
  limits: Limits,
  used: { daily: string; monthly: string; oldestOfDay: Date | null; oldestOfMonth: Date | null },
): RemainingLimits<Limits> {
  const allowance = (limit: string, usage: string, oldest: Date | null, days: number): Allowance => {
    const rest = subtract(limit, usage);
    return {
      amount: compare(rest, '0') < 0 ? '0' : rest,
      nextAt: oldest ? new Date(oldest.getTime() + days * 24 * hourMs) : undefined,
    };
  };
  const day = allowance(limits.daily, used.daily, used.oldestOfDay, 1);
  const month = allowance(limits.monthly, used.monthly, used.oldestOfMonth, 30);
  return { limits, day, month, ...(compare(month.amount, day.amount) < 0 ? month : day) };
}

export function limitExceeded(currency: string, { amount, nextAt }: Allowance, now: Date): AppError {
  return new AppError('LIMIT_EXCEEDED', {
    bound: { currency: currencyOf(currency), amount },
    availableAt: (nextAt ?? now).toISOString(),
  });
}
