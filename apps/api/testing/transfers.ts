import { randomInt, randomUUID } from 'node:crypto';
import { createPool } from '@wusd/server-kit/connections';
import { systemClock } from '@wusd/server-kit/clock';
import { type Db, openDatabase, transact } from '../src/platform/database/database.ts';
import { rollUp } from '../src/ledger/roll-up.ts';
import { bankAccount, deskAccount, customerAccount, post, postAll, initialAssets } from '../src/ledger/ledger.ts';
import { insertInitialRows } from '../src/platform/database/initial-rows.ts';
import { applicationUrl } from './databases.ts';

/** Executes one transaction per call. */
export type Lane = () => Promise<unknown>;

const many = 1000;
const branches = 10;

/** Opens ledger accounts for transfers: a thousand accounts, and one account that all transfers share. */
export function openPayees(db: Db): Promise<{ accounts: string[]; desk: string }> {
  return transact(db, async (trx) => {
    const accounts: string[] = [];
    for (let index = 0; index < many; index += 1) {
      accounts.push(await customerAccount(trx, systemClock, `bench-${index}`, 'WUSD'));
    }
    return { accounts, desk: await deskAccount(trx, systemClock, 'WUSD') };
  });
}

/**
 * Opens the transactions to compare: TPC-B as pgbench sends it (scale 10), and our transfers among many accounts and
 * with one shared account. All run in this process with the same driver.
 */
export async function openLanes(
  url: string,
  clients: number,
): Promise<{ lanes: Record<string, Lane>; rollUp: Lane; close: () => Promise<unknown> }> {
  const db = openDatabase(applicationUrl(url), clients);
  await insertInitialRows(url, [initialAssets]);
  const { accounts, desk } = await openPayees(db);
  await transact(db, async (trx) => {
    const bank = await bankAccount(trx, systemClock, 'bench', 'WUSD');
    const funded = accounts.map((account, index) => ({
      id: `fund-${index}`,
      kind: 'bench',
      entityId: 'bench',
      eventTime: new Date(0),
      legs: [
        { account: bank, amount: 10n ** 20n },
        { account, amount: -(10n ** 20n) },
      ],
    }));
    await postAll(trx, funded);
  });
  const some = (): string => accounts[randomInt(many)] ?? '';
  const transfer = (from: string, to: string) =>
    transact(db, (trx) =>
      post(trx, {
        id: randomUUID(),
        kind: 'bench',
        entityId: 'bench',
        eventTime: new Date(0),
        legs: [
          { account: from, amount: 1n },
          { account: to, amount: -1n },
        ],
      }),
    );

  const pool = createPool({ connectionString: url, max: clients });
  await pool.query(`
    create table pgbench_branches (bid int primary key, bbalance int);
    create table pgbench_tellers (tid int primary key, bid int, tbalance int);
    create table pgbench_accounts (aid int primary key, bid int, abalance int);
    create table pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp);
    insert into pgbench_branches select n, 0 from generate_series(1, ${branches}) n;
    insert into pgbench_tellers select n, n % ${branches} + 1, 0 from generate_series(1, ${branches * 10}) n;
    insert into pgbench_accounts select n, n % ${branches} + 1, 0 from generate_series(1, ${branches * 100_000}) n;
    analyze
  `);
  const tpcB: Lane = async () => {
    const [aid, tid, bid, delta] = [
      randomInt(1, branches * 100_000),
      randomInt(1, branches * 10),
      randomInt(1, branches + 1),
      randomInt(-5000, 5000),
    ];
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query({
        name: 'a',
        text: 'update pgbench_accounts set abalance = abalance + $1 where aid = $2',
        values: [delta, aid],
      });
      await client.query({ name: 's', text: 'select abalance from pgbench_accounts where aid = $1', values: [aid] });
      await client.query({
        name: 't',
        text: 'update pgbench_tellers set tbalance = tbalance + $1 where tid = $2',
        values: [delta, tid],
      });
      await client.query({
        name: 'b',
        text: 'update pgbench_branches set bbalance = bbalance + $1 where bid = $2',
        values: [delta, bid],
      });
      await client.query({
        name: 'h',
        text: 'insert into pgbench_history values ($1, $2, $3, $4, now())',
        values: [tid, bid, aid, delta],
      });
      await client.query('commit');
    } finally {
      client.release();
    }
  };
  return {
    lanes: {
      'TPC-B, prepared': tpcB,
      'transfers among 1,000 accounts': () => {
        const from = some();
        let to = some();
        while (to === from) to = some();
        return transfer(from, to);
      },
      'transfers with one hot account': () => transfer(some(), desk),
    },
    /** Roll-up that a worker runs every second. */
    rollUp: () => rollUp(db),
    async close() {
      await Promise.all([db.destroy(), pool.end()]);
    },
  };
}
