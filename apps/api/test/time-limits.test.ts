import { connect, type Socket } from 'node:net';
import { openEventStream } from '@wusd/auth-core/sse';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { liftTimeLimits, openDatabase, transact } from '../src/platform/database/database.ts';
import { readSettings } from '../src/composition/settings.ts';
import { defaultTimeLimits } from '../src/platform/time-limits.ts';
import {
  bearer,
  createDatabase,
  createDemoDatabase,
  type Node,
  send,
  signIn,
  startNode,
  type Tokens,
} from '../testing/harness.ts';
import { applicationUrl } from '../testing/databases.ts';

// Limits on what one caller, one lock or one statement can occupy, and for how long.

describe('clients that send slowly', () => {
  let node: Node;
  let tokens: Tokens;
  beforeAll(async () => {
    node = await startNode(await createDemoDatabase());
    tokens = await signIn(node);
    await node[Symbol.asyncDispose]();
    const { settings } = node.server.services;
    node = await startNode(settings.databaseUrl ?? '', {
      timeLimits: { ...defaultTimeLimits, headersMs: 200, requestMs: 400, keepAliveMs: 100 },
    });
  });
  afterAll(() => node[Symbol.asyncDispose]());

  /** A connection that sends one byte per call. `closed` resolves with the answer once the connection closes. */
  function openSlowly(head: string): { trickle(): void; closed: Promise<string> } {
    const socket: Socket = connect(Number(new URL(node.server.url).port), '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
    socket.on('error', () => {});
    socket.write(head);
    const closed = new Promise<string>((resolve) => void socket.on('close', () => resolve(answer)));
    return { trickle: () => void (socket.writable && socket.write('a')), closed };
  }

  test('300 bodies sent one byte at a time end with 408 in the envelope, and an open stream does not (control 18)', async () => {
    const stop = new AbortController();
    const frames = openEventStream(`${node.baseUrl}/sse`, {
      auth: { getAccessToken: async () => tokens.access_token },
      signal: stop.signal,
    });
    const next = (async () => {
      for await (const { data } of frames) return data;
      return undefined;
    })();
    const head = `POST /api/sandbox/clock/advance HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n`;
    const slow = Array.from({ length: 300 }, () => openSlowly(head));
    const trickling = setInterval(() => slow.forEach(({ trickle }) => trickle()), 50);
    const answers = await Promise.all(slow.map(({ closed }) => closed));
    clearInterval(trickling);
    for (const answer of new Set(answers)) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(answer).toContain('"errorName"');
    }
    await node.api.sandbox.createEvent({
      type: 'chain-transfer',
      subjectId: 'mei@demo.example',
      money: { currency: 'WUSD', amount: '1.00' },
      networkId: 3,
    });
    expect(await next).toMatchObject({ type: 'wallet_account_updated' });
    stop.abort();
  });

  test('headers that never end get 408', async () => {
    const { closed } = openSlowly('GET /api/config HTTP/1.1\r\nhost: x\r\nx-slow: ');
    expect(await closed).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  });
});

describe('a node that stops', () => {
  const open = async (node: Node, text = ''): Promise<{ socket: Socket; closed: Promise<string> }> => {
    const socket = connect(Number(new URL(node.server.url).port), '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
    socket.on('error', () => {});
    const closed = new Promise<string>((resolve) => void socket.on('close', () => resolve(answer)));
    await new Promise((resolve) => void socket.write(text, resolve));
    return { socket, closed };
  };
  const never = { drainMs: 24 * 60 * 60_000, headersMs: 0, requestMs: 0, inactiveMs: 0 };

  test('closes connections that sent nothing or wait for their next request', async () => {
    const node = await startNode(await createDemoDatabase(), { timeLimits: { ...defaultTimeLimits, ...never } });
    const silent = await open(node);
    await node.api.config.get();
    await node[Symbol.asyncDispose]();
    expect(await silent.closed).toBe('');
  });

  test('answers the request in progress before it closes its connection', async () => {
    const node = await startNode(await createDemoDatabase(), { timeLimits: { ...defaultTimeLimits, ...never } });
    const body = JSON.stringify({ seconds: 1 });
    const { socket, closed } = await open(
      node,
      `POST /api/sandbox/clock/advance HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    // The server answers in the order of arrival, so the first request has arrived once the second is answered.
    await node.api.config.get();
    const stopped = node[Symbol.asyncDispose]();
    socket.write(body);
    await stopped;
    expect(await closed).toMatch(/^HTTP\/1\.1 200 OK/);
  });

  test('waits for a request that never ends only up to the limit', async () => {
    const node = await startNode(await createDemoDatabase(), {
      timeLimits: { ...defaultTimeLimits, ...never, drainMs: 50 },
    });
    const { closed } = await open(
      node,
      'POST /api/sandbox/clock/advance HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n',
    );
    await node.api.config.get();
    await node[Symbol.asyncDispose]();
    expect(await closed).not.toContain('200 OK');
  });
});

describe('a locked table', () => {
  const limits = { poolSize: 3, lockMs: 250, readinessMs: 50 };
  let node: Node;
  let owner: pg.Client;
  let tokens: Tokens;
  beforeAll(async () => {
    const database = await createDatabase();
    owner = new pg.Client({ connectionString: database });
    await owner.connect();
    const patient = await startNode(database);
    tokens = await signIn(patient);
    await patient[Symbol.asyncDispose]();
    node = await startNode(database, { timeLimits: { ...defaultTimeLimits, ...limits } });
  });
  afterAll(async () => {
    await node[Symbol.asyncDispose]();
    await owner.end();
  });

  const readiness = async (): Promise<unknown> => (await fetch(`${node.server.url}/readyz`)).json();

  test('delays its callers up to the limit, then returns 503; other calls succeed, and /readyz reports a busy pool', async () => {
    await owner.query('begin; lock table blockchain_address in access exclusive mode');
    const over = new AbortController();
    const statuses = new Set<string>();
    // More concurrent callers than connections, until the test ends.
    const load = Promise.all(
      Array.from({ length: 6 }, async () => {
        do {
          const { status, headers, result } = await send(node, 'GET', '/blockchain-address/list', bearer(tokens));
          statuses.add(`${status} ${String(result['errorName'])} ${headers.get('retry-after')}`);
        } while (!over.signal.aborted);
      }),
    );
    await expect.poll(readiness, { timeout: 20_000, interval: 5 }).toMatchObject({ database: 'busy' });
    await expect
      .poll(async () => (await send(node, 'GET', '/wallet-account/list', bearer(tokens))).status, {
        timeout: 20_000,
        interval: 5,
      })
      .toBe(200);
    expect((await send(node, 'GET', '/config')).status).toBe(200);
    over.abort();
    await load;
    expect([...statuses]).toEqual(['503 SERVICE_UNAVAILABLE 1']);

    await owner.query('rollback');
    await expect.poll(readiness, { timeout: 20_000 }).toMatchObject({ status: 'ready', database: 'ok' });
    expect((await send(node, 'GET', '/blockchain-address/list', bearer(tokens))).status).toBe(200);
  });
});

describe('a pool with limits', () => {
  const open = async (limits: Partial<typeof defaultTimeLimits>) => {
    const url = await createDatabase();
    const db = openDatabase(applicationUrl(url), undefined, { limits: { ...defaultTimeLimits, ...limits } });
    return { db, [Symbol.asyncDispose]: () => db.destroy() };
  };

  test('ends a statement that takes too long, and keeps the connection', async () => {
    await using pool = await open({ poolSize: 1, statementMs: 50 });
    const slow = sql`select pg_sleep(60)`.execute(pool.db);
    await expect(slow).rejects.toMatchObject({ reason: 'time-limit', code: '57014' });
    expect((await sql`select 1 as one`.execute(pool.db)).rows).toEqual([{ one: 1 }]);
  });

  test('ends an idle transaction that holds locks', async () => {
    await using pool = await open({ poolSize: 1, idleInTransactionMs: 50 });
    const { db } = pool;
    await using watcher = await open({});
    await expect(
      transact(db, async (trx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
        const isThere = async (): Promise<boolean> => {
          const found = await sql`select 1 from pg_stat_activity where pid = ${rows[0]?.pid}`.execute(watcher.db);
          return found.rows.length > 0;
        };
        await expect.poll(isThere, { timeout: 20_000 }).toBe(false);
        await sql`select 1`.execute(trx);
      }),
    ).rejects.toMatchObject({ reason: 'connection-lost' });
  });

  test('limits the wait for a connection', async () => {
    // The limit includes connecting, so it is longer than connecting takes on a busy machine.
    await using pool = await open({ poolSize: 1, acquireMs: 3000 });
    const { db } = pool;
    await transact(db, async (trx) => {
      await sql`select 1`.execute(trx);
      await expect(sql`select 1`.execute(db)).rejects.toMatchObject({ reason: 'no-connection' });
    });
  });

  test('lets a job lift the limits for its own transaction only', async () => {
    await using pool = await open({ poolSize: 1, statementMs: 700, lockMs: 800 });
    const shown = async (on: Parameters<ReturnType<typeof sql>['execute']>[0]): Promise<unknown[]> => {
      const found =
        await sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`.execute(
          on,
        );
      return found.rows;
    };
    const lifted = await transact(pool.db, async (trx) => {
      await liftTimeLimits(trx);
      return shown(trx);
    });
    expect(lifted).toEqual([{ statement: '0', lock: '0' }]);
    expect(await shown(pool.db)).toEqual([{ statement: '700ms', lock: '800ms' }]);
  });
});

test('limits come from the environment, and a malformed limit is reported by name', () => {
  expect(readSettings({ WUSD_DB_LOCK_TIMEOUT: '900' }).timeLimits).toEqual({ ...defaultTimeLimits, lockMs: 900 });
  expect(() => readSettings({ WUSD_DB_LOCK_TIMEOUT: '1s', WUSD_DB_POOL_SIZE: '1' })).toThrow(
    /WUSD_DB_POOL_SIZE is "1".*\n.*WUSD_DB_LOCK_TIMEOUT is "1s"/,
  );
});
