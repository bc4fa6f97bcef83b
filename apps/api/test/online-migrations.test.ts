import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { settleOrders } from '../src/domains/exchange/otc/settle.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { ledgerFunctionFiles } from '../src/ledger/functions.ts';
import { rollUp } from '../src/ledger/roll-up.ts';
import { migrate } from '../src/platform/database/migrator.ts';
import { bearer, createDatabase, eventually, mei, send, signIn, startNode } from '../testing/harness.ts';
import { loadHistoryOf } from '../testing/history-load.ts';
import { nextRelease } from '../testing/next-release.ts';
import { openSwaps } from '../testing/swap-customers.ts';
import { startSwapLoad } from '../testing/swap-load.ts';

// The next release's migrations run while this release serves. `npm run soak -- upgrade` does it with a million rows
// and a time limit for each call.

const rows = Number(process.env['UPGRADE_ROWS'] ?? 4000);
const limitMs = Number(process.env['UPGRADE_LIMIT_MS'] ?? Infinity);
vi.setConfig({ testTimeout: Math.max(120_000, rows * 2) });

const upgrade = (url: string): Promise<void> => migrate(url, ledgerFunctionFiles, nextRelease);
const connect = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url });
  // A test may terminate this client's backend.
  client.on('error', () => {});
  await client.connect();
  return client;
};
const isUpgraded = async (client: pg.Client): Promise<boolean> => {
  const { rows: left } = await client.query(
    `select from crypto_transaction where note is null union all select from pg_index where not indisvalid`,
  );
  const { rows: names } = await client.query(`select name from kysely_migration where name >= '9'`);
  return left.length === 0 && names.length === 3;
};

test(`customers swap and read their history while ${rows} rows are migrated, and every call succeeds`, async () => {
  const database = await createDatabase();
  await using node = await startNode(database);
  await loadHistoryOf(database, mei.username, rows);
  const { services, close } = await openSwaps(database);
  const tokens = await signIn(node);
  let slowest = 0;
  const refused: string[] = [];
  const timed: typeof fetch = async (...call) => {
    const begun = performance.now();
    const answer = await globalThis.fetch(...call);
    slowest = Math.max(slowest, performance.now() - begun);
    if (!answer.ok) refused.push(`${answer.status} ${await answer.clone().text()}`);
    return answer;
  };
  const load = await startSwapLoad(services, node.baseUrl, 4, timed);
  const over = new AbortController();
  let pages = 0;
  const reading = (async () => {
    while (!over.signal.aborted) {
      const begun = performance.now();
      const { status } = await send(node, 'POST', '/crypto-transaction/search', {
        headers: { ...bearer(tokens).headers, 'content-type': 'application/json' },
        body: JSON.stringify({ filter: { text: 'ctx_01' } }),
      });
      slowest = Math.max(slowest, performance.now() - begun);
      expect(status).toBe(200);
      pages += 1;
    }
  })();
  /** Waits for a number of further orders and history pages. */
  const served = async (times: number): Promise<void> => {
    const [orders, before] = [load.placed.length, pages];
    await eventually(async () => {
      await services.db.deleteFrom('throttle').execute();
      return load.placed.length >= orders + times && pages >= before + times ? true : undefined;
    });
  };
  const slowestOf = async (work: () => Promise<unknown>): Promise<number> => {
    slowest = 0;
    await work();
    return slowest;
  };
  await served(5);
  const before = await slowestOf(() => served(20));
  const during = await slowestOf(async () => {
    const upgraded = new AbortController();
    const serving = async (): Promise<void> => {
      while (!upgraded.signal.aborted) await served(1);
    };
    await Promise.all([upgrade(database).finally(() => upgraded.abort()), serving()]);
    await served(20);
  });
  over.abort();
  await reading;
  await load.stop();
  process.stdout.write(
    `slowest call: ${before.toFixed(0)} ms before, ${during.toFixed(0)} ms while ${rows} rows were migrated\n`,
  );
  expect(refused).toEqual([]);
  expect(load.unavailable()).toBe(0);
  const client = await connect(database);
  expect(await isUpgraded(client)).toBe(true);
  // The loaded history has no ledger entries. Without triggers, because they would look up each row in other tables.
  await client.query('set session_replication_role = replica');
  for (const table of ['crypto_transaction', 'fiat_transaction'])
    await client.query(
      `delete from ${table} t where direction = 'deposit' and not exists (select from state_log where entity_id = 'deposit:' || t.id)`,
    );
  await client.end();
  await settleOrders(services);
  await rollUp(services.db);
  expect(await reconcile(services)).toEqual([]);
  const orders = await services.db.selectFrom('otc_order').select('id').execute();
  expect(orders.map(({ id }) => id).toSorted()).toEqual(load.placed.map(({ id }) => id).toSorted());
  await close();
  expect(during).toBeLessThanOrEqual(limitMs);
});

test('a migration that waits for a table in use delays nobody else', async () => {
  const database = await createDatabase();
  const [user, other] = [await connect(database), await connect(database)];
  await user.query('begin');
  await user.query('select from crypto_transaction');
  let isOver = false;
  const migrating = upgrade(database).finally(() => (isOver = true));
  // Behind a statement that waits for the whole table, these would wait until the transaction ends.
  await eventually(async () => {
    const { rows: waiting } = await other.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return waiting.length > 0 ? true : undefined;
  });
  for (let index = 0; index < 20; index += 1) await other.query('select from crypto_transaction limit 1');
  expect(isOver).toBe(false);
  await user.query('commit');
  await migrating;
  expect(await isUpgraded(other)).toBe(true);
  await Promise.all([user.end(), other.end()]);
});

test('an interrupted migration resumes where it stopped, and rebuilds an invalid index', async () => {
  const database = await createDatabase();
  await (await startNode(database))[Symbol.asyncDispose]();
  await loadHistoryOf(database, mei.username, 3000);
  const [user, other] = [await connect(database), await connect(database)];
  // The index of the second migration waits for an older transaction.
  await migrate(database, ledgerFunctionFiles, without(nextRelease, '9003_backfill'));
  await user.query('begin isolation level repeatable read');
  await user.query('select from customer');
  const interrupted = upgrade(database).catch((error: unknown) => String(error));
  await eventually(async () => {
    const { rows: ends } = await other.query(
      `select pg_terminate_backend(a.pid) from pg_stat_activity a
         where a.query like 'create index concurrently%' and a.datname = current_database()
           and exists (select from pg_index where not indisvalid)`,
    );
    return ends.length > 0 ? true : undefined;
  });
  expect(await interrupted).toMatch(/connection/i);
  await user.query('commit');
  expect(await isUpgraded(other)).toBe(false);
  await upgrade(database);
  expect(await isUpgraded(other)).toBe(true);
  await Promise.all([user.end(), other.end()]);
});

test('concurrent migrations run one after the other', async () => {
  const database = await createDatabase();
  await Promise.all([1, 2, 3].map(() => upgrade(database)));
  const client = await connect(database);
  expect(await isUpgraded(client)).toBe(true);
  await client.end();
});

const without = (migrations: Readonly<Record<string, string>>, name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(migrations).filter(([each]) => each !== name));
