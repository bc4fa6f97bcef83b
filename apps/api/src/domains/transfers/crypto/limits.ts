import type { Clock } from '@wusd/server-kit/clock';
import type { Db } from '../../../platform/database/database.ts';
import type { InitialRows } from '../../../platform/database/initial-rows.ts';
import { fromWusdMinor, toWusdMinor } from '../core/wusd-amounts.ts';
import {
  countedWithdrawals,
  initialWithdrawalLimits,
  limitWindows,
  type RemainingLimits,
  remainingLimits,
  usageColumns,
} from '../core/rolling-limits.ts';

// Limits of crypto withdrawals in WUSD: every crypto currency is worth one dollar.

export function initialCryptoLimits(): InitialRows {
  const rows = Object.entries(initialWithdrawalLimits).map(([accountType, { minimum, daily, monthly }]) => ({
    account_type: accountType,
    minimum: toWusdMinor(minimum),
    daily: toWusdMinor(daily),
    monthly: toWusdMinor(monthly),
  }));
  return { table: 'withdrawal_limit', rows };
}

/** Returns the amounts that a customer may still withdraw now. Withdrawals that were not paid out do not count. */
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
  const used = await countedWithdrawals(db, 'crypto_transaction', customerId, month)
    .select(usageColumns(day))
    .executeTakeFirstOrThrow();
  return remainingLimits(limits, { ...used, daily: fromWusdMinor(used.daily), monthly: fromWusdMinor(used.monthly) });
}
