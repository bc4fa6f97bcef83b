import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../../testing/harness.ts';
import { applicationUrl } from '../../testing/databases.ts';
import { systemClock } from '@wusd/server-kit/clock';
import { type Db, openDatabase, transact } from '../platform/database/database.ts';
import { insertInitialRows } from '../platform/database/initial-rows.ts';
import { bankAccount, customerAccount, initialAssets, post } from './ledger.ts';

// A monthly statement must never change after its month, even if the clocks of nodes differ.

let db: Db;
beforeAll(async () => {
  const url = await createDatabase();
  db = openDatabase(applicationUrl(url), 1);
  await insertInitialRows(url, [initialAssets]);
});
afterAll(() => db.destroy());

const start = Date.parse('2026-10-31T15:00:00.000Z');
const minuteMs = 60_000;

/** Posts to a new account at the given times, in this order. */
async function accountWith(name: string, times: readonly number[]): Promise<string> {
  return transact(db, async (trx) => {
    const account = await customerAccount(trx, systemClock, name, 'USD');
    const bank = await bankAccount(trx, systemClock, 'dbs', 'USD');
    for (const [index, time] of times.entries())
      await post(trx, {
        id: `${name}:${index}`,
        kind: 'fiat deposit',
        entityId: name,
        eventTime: new Date(time),
        legs: [
          { account: bank, amount: 1n },
          { account, amount: -1n },
        ],
      });
    return account;
  });
}

const versionBefore = async (account: string, at: number): Promise<number> =>
  Number(
    (await sql<{ version: string }>`select version_before(${account}, ${new Date(at)}) as version`.execute(db)).rows[0]
      ?.version,
  );

test('the postings before a time end at the first later posting, even after more postings', async () => {
  let accounts = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ stepMs: fc.nat(20 * minuteMs), lateMs: fc.nat(minuteMs) }), { maxLength: 25 }),
      fc.nat(25),
      fc.integer({ min: -5 * minuteMs, max: 300 * minuteMs }),
      async (steps, count, offset) => {
        let time = start;
        const times = steps.map(({ stepMs, lateMs }) => (time += stepMs) - lateMs);
        const at = start + offset;
        const expected = (posted: readonly number[]): number => {
          const first = posted.findIndex((each) => each >= at);
          return first === -1 ? posted.length : first;
        };
        accounts += 1;
        const posted = times.slice(0, count);
        expect(await versionBefore(await accountWith(`early-${accounts}`, posted), at)).toBe(expected(posted));
        expect(await versionBefore(await accountWith(`all-${accounts}`, times), at)).toBe(expected(times));
      },
    ),
    { numRuns: 40 },
  );
});
