import { compare, subtract } from '@wusd/api-sdk/money';
import { sql } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../database/database.ts';
import { fillIn } from '../../database/fill.ts';
import { fromRow, toRow } from '../terms-amounts.ts';

/** How much may leave over blockchains. Amounts are decimals of WUSD; every currency that does is worth as much. */
export interface WithdrawalLimits {
  minimum: string;
  /** Over the last 24 hours; also what one withdrawal may be at most. */
  daily: string;
  /** Over the last 30 days. */
  monthly: string;
}

const hourMs = 60 * 60_000;
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
  return fillIn(url, 'withdrawal_limit', rows);
}

/** What of the limits is left, and when more will be. */
export interface Remaining {
  limits: WithdrawalLimits;
  amount: string;
  /** When the oldest that counts no longer does; undefined where nothing counts. */
  nextAt: Date | undefined;
}

/** What a customer may still withdraw now. What came to nothing does not count. */
export async function remainingOf(db: Db, clock: Clock, customerId: string, accountType: string): Promise<Remaining> {
  const row = await db
    .selectFrom('withdrawal_limit')
    .selectAll()
    .where('account_type', '=', accountType)
    .executeTakeFirstOrThrow();
  const limits = { minimum: fromRow(row.minimum), daily: fromRow(row.daily), monthly: fromRow(row.monthly) };
  const now = clock.now().getTime();
  const [day, month] = [new Date(now - 24 * hourMs), new Date(now - 30 * 24 * hourMs)];
  const used = await db
    .selectFrom('crypto_transaction')
    .select([
      sql<string>`coalesce(sum(amount) filter (where created_at > ${day}), 0)`.as('daily'),
      sql<string>`coalesce(sum(amount), 0)`.as('monthly'),
      sql<Date | null>`min(created_at) filter (where created_at > ${day})`.as('oldestOfDay'),
      sql<Date | null>`min(created_at)`.as('oldestOfMonth'),
    ])
    .where('customer_id', '=', customerId)
    .where('direction', '=', 'withdrawal')
    .where('created_at', '>', month)
    .where('status', 'not in', ['cancelled', 'rejected', 'failed'])
    .executeTakeFirstOrThrow();
  const left = (limit: string, of: string): string => {
    const rest = subtract(limit, fromRow(of));
    return compare(rest, '0') < 0 ? '0' : rest;
  };
  const [ofDay, ofMonth] = [left(limits.daily, used.daily), left(limits.monthly, used.monthly)];
  const isMonth = compare(ofMonth, ofDay) < 0;
  const oldest = isMonth ? used.oldestOfMonth : used.oldestOfDay;
  return {
    limits,
    amount: isMonth ? ofMonth : ofDay,
    nextAt: oldest ? new Date(oldest.getTime() + (isMonth ? 30 * 24 : 24) * hourMs) : undefined,
  };
}
