import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/database.ts';
import { seedTable } from '../../../platform/database/seed-table.ts';
import { fromWusdMinor, toWusdMinor } from '../core/wusd-amounts.ts';
import {
  limitWindows,
  type RemainingLimits,
  remainingLimits,
  usageColumns,
  type WithdrawalLimits,
} from '../core/rolling-limits.ts';

// How much may leave over blockchains, in WUSD; every currency that does is worth as much.

/** As a new database has them; from then on the database is what counts. */
const firstLimits: Record<string, WithdrawalLimits> = {
  individual: { minimum: '10', daily: '100000', monthly: '1000000' },
  corporate: { minimum: '10', daily: '1000000', monthly: '10000000' },
};

export function prepareWithdrawalLimits(url: string): Promise<void> {
  const rows = Object.entries(firstLimits).map(([accountType, { minimum, daily, monthly }]) => ({
    account_type: accountType,
    minimum: toWusdMinor(minimum),
    daily: toWusdMinor(daily),
    monthly: toWusdMinor(monthly),
  }));
  return seedTable(url, 'withdrawal_limit', rows);
}

/** What a customer may still withdraw now. What came to nothing does not count. */
export async function remainingCryptoLimits(
  db: Db,
  clock: Clock,
  customerId: string,
  accountType: string,
): Promise<RemainingLimits> {
  const row = await db
    .selectFrom('withdrawal_limit')
    .selectAll()
    .where('account_type', '=', accountType)
    .executeTakeFirstOrThrow();
  const limits = {
    minimum: fromWusdMinor(row.minimum),
    daily: fromWusdMinor(row.daily),
    monthly: fromWusdMinor(row.monthly),
  };
  const { day, month } = limitWindows(clock);
  const used = await db
    .selectFrom('crypto_transaction')
    .select(usageColumns(day))
    .where('customer_id', '=', customerId)
    .where('direction', '=', 'withdrawal')
    .where('created_at', '>', month)
    .where('status', 'not in', ['cancelled', 'rejected', 'failed'])
    .executeTakeFirstOrThrow();
  return remainingLimits(limits, { ...used, daily: fromWusdMinor(used.daily), monthly: fromWusdMinor(used.monthly) });
}
