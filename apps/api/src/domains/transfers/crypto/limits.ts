import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/database.ts';
import { seedTable } from '../../../platform/database/seed-table.ts';
import { fromRow, toRow } from '../terms-amounts.ts';
import { type Remaining, remainingUnder, usedSince, windowsOf, type WithdrawalLimits } from '../withdrawal-rules.ts';

// How much may leave over blockchains, in WUSD; every currency that does is worth as much.

/** As a new database has them; from then on the database is what counts. */
const firstLimits: Record<string, WithdrawalLimits> = {
  individual: { minimum: '10', daily: '100000', monthly: '1000000' },
  corporate: { minimum: '10', daily: '1000000', monthly: '10000000' },
};

export function prepareWithdrawalLimits(url: string): Promise<void> {
  const rows = Object.entries(firstLimits).map(([accountType, { minimum, daily, monthly }]) => ({
    account_type: accountType,
    minimum: toRow(minimum),
    daily: toRow(daily),
    monthly: toRow(monthly),
  }));
  return seedTable(url, 'withdrawal_limit', rows);
}

/** What a customer may still withdraw now. What came to nothing does not count. */
export async function remainingOf(db: Db, clock: Clock, customerId: string, accountType: string): Promise<Remaining> {
  const row = await db
    .selectFrom('withdrawal_limit')
    .selectAll()
    .where('account_type', '=', accountType)
    .executeTakeFirstOrThrow();
  const limits = { minimum: fromRow(row.minimum), daily: fromRow(row.daily), monthly: fromRow(row.monthly) };
  const { day, month } = windowsOf(clock);
  const used = await db
    .selectFrom('crypto_transaction')
    .select(usedSince(day))
    .where('customer_id', '=', customerId)
    .where('direction', '=', 'withdrawal')
    .where('created_at', '>', month)
    .where('status', 'not in', ['cancelled', 'rejected', 'failed'])
    .executeTakeFirstOrThrow();
  return remainingUnder(limits, { ...used, daily: fromRow(used.daily), monthly: fromRow(used.monthly) });
}
