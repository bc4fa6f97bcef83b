import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '@wusd/server-kit/clock';
import { type Db, openDatabase, transact } from '../platform/database/database.ts';
import { bankAccount, type Leg, LedgerError, customerAccount, post, initialAssets } from './ledger.ts';
import { insertInitialRows } from '../platform/database/initial-rows.ts';
import { createDatabase } from '../../testing/harness.ts';
import { applicationUrl } from '../../testing/databases.ts';

let db: Db;
let bank: string;
let customers: string[];
beforeAll(async () => {
  const url = await createDatabase();
  db = openDatabase(applicationUrl(url));
  await insertInitialRows(url, [initialAssets]);
  await transact(db, async (trx) => {
    bank = await bankAccount(trx, systemClock, 'dbs', 'USD');
    customers = [];
    for (const owner of ['a', 'b', 'c']) customers.push(await customerAccount(trx, systemClock, owner, 'USD'));
  });
});
afterAll(() => db.destroy());

let sequence = 0;
function transfer(legs: Leg[], id = `t${(sequence += 1)}`): Promise<boolean> {
  return transact(db, (trx) => post(trx, { id, kind: 'test', entityId: 'e', eventTime: new Date(), legs }));
}
async function posted(account: string): Promise<bigint> {
  return BigInt(
    (await db.selectFrom('account').select('posted').where('id', '=', account).executeTakeFirstOrThrow()).posted,
  );
}
const deposit = (account: string, amount: bigint): Leg[] => [
  { account: bank, amount },
  { account, amount: -amount },
];

describe('a transfer', () => {
  test('changes both accounts and stores the balance after it on each posting', async () => {
    const [account = ''] = customers;
    const before = await posted(account);
    await transfer(deposit(account, 500n));
    expect(await posted(account)).toBe(before + 500n);
    const last = await db
      .selectFrom('posting')
      .selectAll()
      .where('account_id', '=', account)
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(BigInt(last.balance_after)).toBe(before + 500n);
  });

  test('that does not sum to zero is rejected and has no effect', async () => {
    const [account = ''] = customers;
    const before = await posted(account);
    await expect(
      transfer([
        { account: bank, amount: 5n },
        { account, amount: -4n },
      ]),
    ).rejects.toMatchObject({ reason: 'unbalanced' });
    await expect(
      transfer([
        { account: bank, amount: 5n },
        { account: 'acc_unknown', amount: -5n },
      ]),
    ).rejects.toMatchObject({ reason: 'unbalanced' });
    expect(await posted(account)).toBe(before);
  });

  test('that would make a customer’s balance negative is rejected', async () => {
    const [, account = ''] = customers;
    await expect(transfer(deposit(account, -(10n ** 9n)))).rejects.toThrow(LedgerError);
  });

  test('that is repeated has one effect, and a different transfer with its id is an error', async () => {
    const [account = ''] = customers;
    const before = await posted(account);
    expect(await transfer(deposit(account, 7n), 'same')).toBe(true);
    expect(await transfer(deposit(account, 7n), 'same')).toBe(false);
    expect(await posted(account)).toBe(before + 7n);
    await expect(
      transact(db, (trx) =>
        post(trx, { id: 'same', kind: 'other', entityId: 'e', eventTime: new Date(), legs: deposit(account, 7n) }),
      ),
    ).rejects.toMatchObject({ reason: 'id conflict' });
  });
});

test('the role of the server can’t change or delete postings, or write them without the ledger functions', async () => {
  const attempts = [
    sql`update posting set amount = 1`,
    sql`delete from posting`,
    sql`update transfer set kind = 'x'`,
    sql`update account set posted = 1000000`,
    sql`insert into transfer (id, kind, entity_id, event_time) values ('x', 'x', 'x', now())`,
    sql`delete from state_log`,
  ];
  for (const attempt of attempts) await expect(attempt.execute(db)).rejects.toMatchObject({ code: '42501' });
});

test('concurrent random transfers agree with a reference model: sums are zero and no balance is negative', async () => {
  const move = fc.record({ from: fc.nat(2), to: fc.nat(2), amount: fc.bigInt({ min: 1n, max: 400n }) });
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 12 }), async (moves) => {
      for (const account of customers) await transfer(deposit(account, 300n));
      const before = await Promise.all(customers.map(posted));
      const outcomes = await Promise.all(
        moves.map(({ from, to, amount }) =>
          transfer([
            { account: customers[from] ?? '', amount },
            { account: customers[to] ?? '', amount: -amount },
          ]).then(
            () => true,
            (error: unknown) => {
              if (error instanceof LedgerError && error.reason === (from === to ? 'zero amount' : 'insufficient'))
                return false;
              throw error;
            },
          ),
        ),
      );
      const model = [...before];
      moves.forEach(({ from, to, amount }, index) => {
        if (!outcomes[index]) return;
        model[from] = (model[from] ?? 0n) - amount;
        model[to] = (model[to] ?? 0n) + amount;
      });
      expect(await Promise.all(customers.map(posted))).toEqual(model);
      expect(model.every((balance) => balance >= 0n)).toBe(true);
    }),
    { numRuns: 25 },
  );
  const { rows } = await sql<{
    sum: string;
  }>`select coalesce(sum(amount), 0) as sum from posting group by transfer_id having sum(amount) <> 0`.execute(db);
  expect(rows).toEqual([]);
});
