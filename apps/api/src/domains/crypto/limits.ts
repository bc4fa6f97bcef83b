import { decimalsOf } from '@wusd/api-sdk/domain';
import { compare, fromMinor, roundDown, subtract, toMinor } from '@wusd/api-sdk/money';
import { sql } from 'kysely';
import pg from 'pg';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../database/database.ts';
import { ledgerScale } from '../../ledger/ledger.ts';

/** How much may leave over blockchains. Amounts are decimals of WUSD; every currency that does is worth as much. */
export interface WithdrawalLimits {
  minimum: string;
  /** Over the last 24 hours; also what one withdrawal may be at most. */
  daily: string;
  /** Over the last 30 days. */
  monthly: string;
}

const scale = ledgerScale['WUSD'] ?? 0;
const hourMs = 60 * 60_000;
/** As a new database has them; from then on the database is what counts. */
const firstLimits: Record<string, WithdrawalLimits> = {
  individual: { minimum: '10', daily: '100000', monthly: '1000000' },
  corporate: { minimum: '10', daily: '1000000', monthly: '10000000' },
};

/** Fills in what there is none of. Runs as the owner of the schema: the server's own role can't change them. */
export async function prepareWithdrawalLimits(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const minor = (amount: string): string => toMinor(amount, scale).toString();
  try {
    for (const [accountType, { minimum, daily, monthly }] of Object.entries(firstLimits)) {
      // oxlint-disable-next-line no-await-in-loop -- one connection
      await client.query('insert into withdrawal_limit values ($1, $2, $3, $4) on conflict do nothing', [
        accountType,
        minor(minimum),
        minor(daily),
        minor(monthly),
      ]);
    }
  } finally {
    await client.end();
  }
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
  const decimal = (minor: string): string => roundDown(fromMinor(BigInt(minor), scale), decimalsOf('WUSD'));
  const limits = { minimum: decimal(row.minimum), daily: decimal(row.daily), monthly: decimal(row.monthly) };
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
    const rest = subtract(limit, decimal(of));
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
