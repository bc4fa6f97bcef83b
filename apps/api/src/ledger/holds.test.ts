import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '@wusd/server-kit/clock';
import { type Db, openDatabase, transact } from '../platform/database/database.ts';
import { placeHold, resolveHold, type Resolution } from './holds.ts';
import { bankAccount, LedgerError, customerAccount, post, initialAssets } from './ledger.ts';
import { insertInitialRows } from '../platform/database/initial-rows.ts';
import { reconcileLedger } from './reconcile.ts';
import { createDatabase } from '../../testing/harness.ts';
import { applicationUrl } from '../../testing/databases.ts';

let db: Db;
/** The database connection of a second node. */
let elsewhere: Db;
let bank: string;
let customer: string;
let sequence = 0;
const now = new Date('2026-11-20T08:00:00.000Z');
const next = (): string => `t${(sequence += 1)}`;
beforeAll(async () => {
  const url = await createDatabase();
  db = openDatabase(applicationUrl(url));
  elsewhere = openDatabase(applicationUrl(url));
  await insertInitialRows(url, [initialAssets]);
});
afterAll(() => Promise.all([db.destroy(), elsewhere.destroy()]));
beforeEach(async () => {
  await transact(db, async (trx) => {
    bank = await bankAccount(trx, systemClock, 'dbs', 'USD');
    customer = await customerAccount(trx, systemClock, next(), 'USD');
    const legs = [
      { account: bank, amount: 100n },
      { account: customer, amount: -100n },
    ];
    await post(trx, { id: next(), kind: 'deposit', entityId: 'e', eventTime: now, legs });
  });
});

const holding = (id: string, amount: bigint, from = db) =>
  transact(from, (trx) =>
    placeHold(trx, { id, account: customer, amount, kind: 'withdrawal', entityId: 'e', eventTime: now }),
  );
const ending = (id: string, resolution: Resolution) => transact(db, (trx) => resolveHold(trx, id, now, resolution));
const paidOut = (transferId: string, amount: bigint): Resolution => ({
  outcome: 'post',
  transferId,
  kind: 'withdrawal',
  legs: [
    { account: customer, amount },
    { account: bank, amount: -amount },
  ],
});
async function balance(): Promise<{ posted: bigint; held: bigint }> {
  const row = await db
    .selectFrom('account')
    .select(['posted', 'held'])
    .where('id', '=', customer)
    .executeTakeFirstOrThrow();
  return { posted: BigInt(row.posted), held: BigInt(row.held) };
}
const reasonOf = (error: unknown): string => (error instanceof LedgerError ? error.reason : String(error));

describe('a hold', () => {
  test('blocks money from being spent or held again, and releases it when voided', async () => {
    expect(await holding('a', 80n)).toBe(true);
    expect(await balance()).toEqual({ posted: 100n, held: 80n });
    await expect(holding('b', 21n)).rejects.toMatchObject({ reason: 'insufficient' });
    await expect(
      transact(db, (trx) =>
        post(trx, {
          id: next(),
          kind: 'k',
          entityId: 'e',
          eventTime: now,
          legs: [
            { account: customer, amount: 21n },
            { account: bank, amount: -21n },
          ],
        }),
      ),
    ).rejects.toMatchObject({ reason: 'insufficient' });
    expect(await ending('a', { outcome: 'void' })).toBe(true);
    expect(await balance()).toEqual({ posted: 100n, held: 0n });
  });

  test('that is repeated has one effect, and a different hold with its id is an error', async () => {
    expect(await holding('c', 10n)).toBe(true);
    expect(await holding('c', 10n)).toBe(false);
    await expect(holding('c', 11n)).rejects.toMatchObject({ reason: 'id conflict' });
    expect(await balance()).toEqual({ posted: 100n, held: 10n });
  });

  test('is resolved once: posting less releases the rest, and another resolution is an error', async () => {
    await holding('d', 60n);
    expect(await ending('d', paidOut('d:paid', 55n))).toBe(true);
    expect(await ending('d', paidOut('d:paid', 55n))).toBe(false);
    expect(await balance()).toEqual({ posted: 45n, held: 0n });
    await expect(ending('d', paidOut('d:paid', 54n))).rejects.toMatchObject({ reason: 'id conflict' });
    await expect(ending('d', { outcome: 'void' })).rejects.toMatchObject({ reason: 'already resolved' });
    await expect(ending('nothing', { outcome: 'expire' })).rejects.toMatchObject({ reason: 'hold not found' });
    expect(await balance()).toEqual({ posted: 45n, held: 0n });
  });

  test('that 32 concurrent callers resolve differently is resolved once', async () => {
    await holding('f', 60n);
    const outcomes = await Promise.all(
      Array.from({ length: 32 }, (_, index) =>
        ending('f', index % 2 === 0 ? { outcome: 'void' } : paidOut('f:paid', 60n)).catch(reasonOf),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === true)).toHaveLength(1);
    expect(new Set(outcomes.filter((outcome) => typeof outcome === 'string'))).toEqual(new Set(['already resolved']));
    expect((await balance()).held).toBe(0n);
  });

  test('succeeds only while the balance suffices, with 64 concurrent callers on two nodes', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 64 }, (_, index) => holding(next(), 30n, index % 2 === 0 ? db : elsewhere).catch(reasonOf)),
    );
    expect(outcomes.filter((outcome) => outcome === true)).toHaveLength(3);
    expect(outcomes.filter((outcome) => outcome === 'insufficient')).toHaveLength(61);
  });
});

test('a transfer with the same id and other legs is an id conflict', async () => {
  const of = (amount: bigint) =>
    transact(db, (trx) =>
      post(trx, {
        id: 'legs',
        kind: 'k',
        entityId: 'e',
        eventTime: now,
        legs: [
          { account: bank, amount },
          { account: customer, amount: -amount },
        ],
      }),
    );
  expect(await of(5n)).toBe(true);
  expect(await of(5n)).toBe(false);
  await expect(of(6n)).rejects.toMatchObject({ reason: 'id conflict' });
});

interface PlainHold {
  amount: bigint;
  ended?: string;
}

/** The expected answer: true for a new hold, false for a repeat, or the reason for a rejection. */
function holdAnswer(known: PlainHold | undefined, amount: bigint, free: bigint): boolean | string {
  if (known) return known.amount === amount ? false : 'id conflict';
  return free >= amount ? true : 'insufficient';
}

/**
 * The expected answer when a hold is resolved. @param rest the remaining available balance, below zero if it is
 * insufficient
 */
function endAnswer(known: PlainHold | undefined, how: string, rest: bigint): boolean | string {
  if (!known) return 'hold not found';
  if (known.ended === undefined) return rest >= 0n ? true : 'insufficient';
  if (known.ended === how) return false;
  return known.ended.startsWith('post') && how.startsWith('post') ? 'id conflict' : 'already resolved';
}

test('any sequence of holds, posts, voids and repeats agrees with a reference model', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('hold' as const), id: fc.nat(5), amount: fc.bigInt({ min: 1n, max: 60n }) }),
    fc.record({ do: fc.constant('post' as const), id: fc.nat(5), amount: fc.bigInt({ min: 1n, max: 60n }) }),
    fc.record({ do: fc.constantFrom('void' as const, 'expire' as const), id: fc.nat(5) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const run = next();
      const start = await balance();
      let { posted } = start;
      const holds = new Map<number, PlainHold>();
      const held = (): bigint =>
        [...holds.values()]
          .filter(({ ended }) => ended === undefined)
          .reduce((sum, { amount }) => sum + amount, start.held);
      for (const each of steps) {
        const id = `${run}:${each.id}`;
        const known = holds.get(each.id);
        if (each.do === 'hold') {
          const expected = holdAnswer(known, each.amount, posted - held());
          expect(await holding(id, each.amount).catch(reasonOf)).toBe(expected);
          if (expected === true) holds.set(each.id, { amount: each.amount });
          continue;
        }
        const how = each.do === 'post' ? `post ${each.amount}` : each.do;
        const resolution: Resolution = each.do === 'post' ? paidOut(`${id}:paid`, each.amount) : { outcome: each.do };
        const free = posted - held() + (known?.amount ?? 0n);
        const expected = endAnswer(known, how, each.do === 'post' ? free - each.amount : 0n);
        expect(await ending(id, resolution).catch(reasonOf)).toBe(expected);
        if (expected === true && known) {
          known.ended = how;
          if (each.do === 'post') posted -= each.amount;
        }
      }
      expect(await balance()).toEqual({ posted, held: held() });
      // Release the remaining holds for the next run.
      for (const [each, { ended }] of holds)
        if (ended === undefined) await ending(`${run}:${each}`, { outcome: 'void' });
    }),
    { numRuns: 40 },
  );
  expect(await reconcileLedger(db)).toEqual([]);
}, 60_000);
