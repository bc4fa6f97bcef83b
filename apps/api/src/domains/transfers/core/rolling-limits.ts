import { currencyOf } from '@wusd/server-kit/registry/currencies';
import { compare, subtract } from '@wusd/api-sdk/money';
import { sql } from 'kysely';
import type { Clock } from '@wusd/server-kit/clock';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { TransferTable } from './transfer-kind.ts';

// Limits over the last 24 hours and the last 30 days, of withdrawals and swaps. Amounts are
// decimals.

/** How much may leave, in the currency of the limits. */
export interface WithdrawalLimits {
  /** Maximum of one withdrawal. */
  minimum: string;
  /** Over the last 24 hours; also the maximum of one withdrawal. */
  daily: string;
  /** Over the last 30 days. */
  monthly: string;
}

/**
 * Of each account type, in dollars. They seed a new database, which is authoritative from then on.
 */
export const initialWithdrawalLimits: Record<string, WithdrawalLimits> = {
  individual: { minimum: '10', daily: '100000', monthly: '1000000' },
  corporate: { minimum: '10', daily: '1000000', monthly: '10000000' },
};

/**
 * The rest of one window, and when more becomes available; undefined where nothing was used.
 */
export interface Allowance {
  amount: string;
  nextAt: Date | undefined;
}

/** The allowance of each window. The amount itself is of the window that leaves less. */
export interface RemainingLimits<Limits = WithdrawalLimits> extends Allowance {
  limits: Limits;
  day: Allowance;
  month: Allowance;
}

const hourMs = 60 * 60_000;

/** Where the windows begin. */
export function limitWindows(clock: Clock): { day: Date; month: Date } {
  const now = clock.now().getTime();
  return { day: new Date(now - 24 * hourMs), month: new Date(now - 30 * 24 * hourMs) };
}

/**
 * Columns that sum the usage of both windows, over rows that have `created_at`.
 *
 * @param amount the summed column
 */
export const usageColumns = (day: Date, amount = 'amount') =>
  [
    sql<string>`coalesce(sum(${sql.ref(amount)}) filter (where created_at > ${day}), 0)`.as('daily'),
    sql<string>`coalesce(sum(${sql.ref(amount)}), 0)`.as('monthly'),
    sql<Date | null>`min(created_at) filter (where created_at > ${day})`.as('oldestOfDay'),
    sql<Date | null>`min(created_at)`.as('oldestOfMonth'),
  ] as const;

/** A customer's withdrawals that count against the limits. Those that did not pay out do not. */
export const countedWithdrawals = (db: Db, table: TransferTable, customerId: string, since: Date) =>
  db
    .selectFrom(table)
    .where('customer_id', '=', customerId)
    .where('direction', '=', 'withdrawal')
    // A return is not the customer's payment.
    .where('returns_deposit_id', 'is', null)
    .where('created_at', '>', since)
    .where('status', 'not in', ['cancelled', 'rejected', 'failed']);

/** @param used as {@link usageColumns} selects it, its amounts as decimals */
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
