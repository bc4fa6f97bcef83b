import { sql } from 'kysely';
import type { Clock } from '@wusd/server-kit/clock';
import type { Db } from '../../../platform/database/database.ts';
import type { InitialRows } from '../../../platform/database/initial-rows.ts';
import { fromWusdMinor, toWusdMinor } from '../../transfers/core/wusd-amounts.ts';
import {
  limitWindows,
  type RemainingLimits,
  remainingLimits,
  usageColumns,
} from '../../transfers/core/rolling-limits.ts';
import { getOrThrow } from '@wusd/server-kit/registry/lookup';

// Rolling limits of swaps, in WUSD, summed over all currencies.

export interface SwapLimits {
  daily: string;
  monthly: string;
}

/** Limits of a new database. Afterwards the values in the database apply. */
const firstLimits: Record<string, SwapLimits> = {
  individual: { daily: '5000000', monthly: '50000000' },
  corporate: { daily: '50000000', monthly: '500000000' },
};

export function initialSwapLimits(): InitialRows {
  const rows = Object.entries(firstLimits).map(([accountType, { daily, monthly }]) => ({
    account_type: accountType,
    daily: toWusdMinor(daily),
    monthly: toWusdMinor(monthly),
  }));
  return { table: 'swap_limit', rows };
}

/**
 * Returns the amounts that a customer may still swap now. Only pending, processing and completed orders count as usage.
 */
export async function remainingSwapLimits(
  db: Db,
  clock: Clock,
  customerId: string,
  accountType: string,
): Promise<RemainingLimits<SwapLimits>> {
  const remaining = await remainingSwapLimitsByCustomer(db, clock, [{ id: customerId, accountType }]);
  return getOrThrow(remaining, customerId);
}

/** Runs {@link remainingSwapLimits} for several customers, by customer id. Two queries. */
export async function remainingSwapLimitsByCustomer(
  db: Db,
  clock: Clock,
  customers: readonly { id: string; accountType: string }[],
): Promise<Map<string, RemainingLimits<SwapLimits>>> {
  const limits = await db.selectFrom('swap_limit').selectAll().execute();
  const { day, month } = limitWindows(clock);
  const ids = customers.map(({ id }) => id);
  const usage = await db
    .selectFrom('otc_order')
    .innerJoin('quote', 'quote.id', 'otc_order.quote_id')
    .select(usageColumns(day, 'quote.value'))
    .select('otc_order.customer_id as customerId')
    .where('otc_order.customer_id', '=', sql<string>`any(${ids})`)
    .where('created_at', '>', month)
    .where('status', 'in', ['pending approval', 'processing', 'completed'])
    .groupBy('otc_order.customer_id')
    .execute();
  return new Map(
    customers.map(({ id, accountType }) => {
      const limit = limits.find((row) => row.account_type === accountType);
      if (!limit) throw new Error(`No swap limit for account type ${accountType}`);
      const { daily, monthly, ...oldest } = usage.find(({ customerId }) => customerId === id) ?? noUsage;
      return [
        id,
        remainingLimits(
          { daily: fromWusdMinor(limit.daily), monthly: fromWusdMinor(limit.monthly) },
          { ...oldest, daily: fromWusdMinor(daily), monthly: fromWusdMinor(monthly) },
        ),
      ];
    }),
  );
}

const noUsage = { daily: '0', monthly: '0', oldestOfDay: null, oldestOfMonth: null };
