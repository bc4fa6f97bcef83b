import type { Clock } from '../../clock.ts';
import type { Db } from '../../database/database.ts';
import { fillIn } from '../../database/fill.ts';
import { fromRow, toRow } from '../terms-amounts.ts';
import { type Remaining, remainingUnder, usedSince, windowsOf } from '../withdrawal-rules.ts';

// How much may be swapped, in WUSD and whatever for.

export interface SwapLimits {
  daily: string;
  monthly: string;
}

/** As a new database has them; from then on the database is what counts. */
const firstLimits: Record<string, SwapLimits> = {
  individual: { daily: '5000000', monthly: '50000000' },
  corporate: { daily: '50000000', monthly: '500000000' },
};

export function prepareSwapLimits(url: string): Promise<void> {
  const rows = Object.entries(firstLimits).map(([accountType, { daily, monthly }]) => ({
    account_type: accountType,
    daily: toRow(daily),
    monthly: toRow(monthly),
  }));
  return fillIn(url, 'swap_limit', rows);
}

/** What a customer may still swap now. What came to nothing does not count. */
export async function remainingSwaps(
  db: Db,
  clock: Clock,
  customerId: string,
  accountType: string,
): Promise<Remaining<SwapLimits>> {
  const row = await db
    .selectFrom('swap_limit')
    .selectAll()
    .where('account_type', '=', accountType)
    .executeTakeFirstOrThrow();
  const { day, month } = windowsOf(clock);
  const used = await db
    .selectFrom('otc_order')
    .innerJoin('quote', 'quote.id', 'otc_order.quote_id')
    .select(usedSince(day, 'quote.value'))
    .where('otc_order.customer_id', '=', customerId)
    .where('created_at', '>', month)
    .where('status', 'in', ['pending approval', 'processing', 'completed'])
    .executeTakeFirstOrThrow();
  return remainingUnder(
    { daily: fromRow(row.daily), monthly: fromRow(row.monthly) },
    { ...used, daily: fromRow(used.daily), monthly: fromRow(used.monthly) },
  );
}
