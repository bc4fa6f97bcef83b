import type { Db } from '../src/platform/database/database.ts';
import { eventually } from './harness.ts';

const countPostings = async (db: Db, customerId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('posting')
    .innerJoin('account', 'account.id', 'posting.account_id')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('owner', '=', customerId)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/**
 * Repeats a read of several statements until no transfer was posted to the customer's accounts meanwhile. The jobs of a
 * running node may post at any time.
 *
 * @throws what `read` throws while nothing was posted
 */
export async function readConsistently<T>(db: Db, customerId: string, read: () => Promise<T>): Promise<T> {
  const settled = await eventually(async () => {
    const before = await countPostings(db, customerId);
    const [outcome] = await Promise.allSettled([read()]);
    return (await countPostings(db, customerId)) === before ? outcome : undefined;
  });
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}
