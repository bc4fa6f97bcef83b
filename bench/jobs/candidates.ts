import { randomUUID } from 'node:crypto';
import { run } from 'graphile-worker';
import pg from 'pg';
import { PgBoss } from 'pg-boss';

/** Number of queues of a wallet node: concerns, networks, banks and channels. */
export const queueNames = Array.from({ length: 45 }, (_, index) => `queue-${index}`);

export interface Worker {
  stop(): Promise<void>;
}

/** One way of running jobs. Jobs are rows of the database; `handle` does the work of one. */
export interface Candidate {
  /** Creates what the candidate needs, as the owner of the database. */
  install(url: string): Promise<void>;
  /** Starts one node. @param role drops to this role first */
  start(url: string, handle: (jobId: string) => Promise<void>, role?: string): Promise<Worker>;
  /** Adds a job in the caller's transaction. @param startAfter seconds from now */
  enqueue(client: pg.Client, queue: string, jobId: string, startAfter?: number): Promise<void>;
  /** Ends what `enqueue` has opened. */
  close?(): Promise<void>;
}

const optionsOf = (role?: string): string => (role === undefined ? '' : `-c role=${role}`);

const pgBossOptions = (url: string, role?: string) => ({
  connectionString: url,
  options: optionsOf(role),
  max: 10,
  useListenNotify: true,
  // The shortest that each accepts: the defaults take minutes to notice a dead node.
  monitorIntervalSeconds: 1,
  superviseIntervalSeconds: 1,
});

const pgBoss: Candidate = {
  async install(url) {
    const boss = new PgBoss(pgBossOptions(url));
    boss.on('error', () => {});
    await boss.start();
    for (const name of queueNames)
      // oxlint-disable-next-line no-await-in-loop -- each creates rows under one lock
      await boss.createQueue(name, { notify: true, retryLimit: 3, heartbeatSeconds: 10 });
    await boss.stop({ graceful: false });
  },
  async start(url, handle, role) {
    const isOwner = role === undefined;
    const boss = new PgBoss({ ...pgBossOptions(url, role), migrate: isOwner, createSchema: isOwner });
    boss.on('error', () => {});
    await boss.start();
    await Promise.all(
      queueNames.map((name) =>
        boss.work<{ jobId: string }>(name, { pollingIntervalSeconds: 1 }, async (jobs) => {
          for (const { data } of jobs)
            // oxlint-disable-next-line no-await-in-loop -- one job a batch
            await handle(data.jobId);
        }),
      ),
    );
    return { stop: () => boss.stop({ graceful: false }) };
  },
  async enqueue(client, queue, jobId, startAfter = 0) {
    senders.set(client, senders.get(client) ?? (await openSender(client)));
    await senders.get(client)?.send(queue, { jobId }, { startAfter });
  },
  async close() {
    await Promise.all([...senders.values()].map((boss) => boss.stop({ graceful: false })));
    senders.clear();
  },
};

const senders = new Map<pg.Client, PgBoss>();

async function openSender(client: pg.Client): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: (text: string, values?: unknown[]) => client.query(text, values) },
    supervise: false,
    schedule: false,
    migrate: false,
  });
  boss.on('error', () => {});
  await boss.start();
  return boss;
}

const graphileWorker: Candidate = {
  async install(url) {
    const runner = await run({ connectionString: url, taskList: {}, noHandleSignals: true, concurrency: 1 });
    await runner.stop();
  },
  async start(url, handle, role) {
    const pgPool = new pg.Pool({ connectionString: url, options: optionsOf(role), max: 10 });
    const taskList = Object.fromEntries(
      queueNames.map((name) => [name, (payload: unknown) => handle((payload as { jobId: string }).jobId)]),
    );
    const runner = await run({ pgPool, taskList, concurrency: 45, pollInterval: 1000, noHandleSignals: true });
    return {
      async stop() {
        await runner.stop();
        await pgPool.end();
      },
    };
  },
  async enqueue(client, queue, jobId, startAfter = 0) {
    await client.query(
      `select graphile_worker.add_job($1, payload := $2::json, run_at := now() + make_interval(secs => $3))`,
      [queue, JSON.stringify({ jobId }), startAfter],
    );
  },
};

const leaseSeconds = 10;

/** Due rows, one statement that finds the queues that have any, and a lease for each queue while a node works on it. */
const ownLeases: Candidate = {
  async install(url) {
    const client = new pg.Client(url);
    await client.connect();
    await client.query(`
      create table bench_due (id text primary key, queue text not null, due_at timestamptz not null, done_at timestamptz);
      create index bench_due_open on bench_due (queue, due_at) where done_at is null;
      create table bench_lease (queue text primary key, holder text not null, expires_at timestamptz not null);
      grant select, insert, update on bench_due, bench_lease to wusd_app;
    `);
    await client.end();
  },
  async start(url, handle, role) {
    const holder = randomUUID();
    const pool = new pg.Pool({ connectionString: url, options: optionsOf(role), max: 10 });
    pool.on('error', () => {});
    const listener = new pg.Client(url);
    await listener.connect();
    await listener.query('listen bench_due');
    const running = new Set<string>();
    let isStopped = false;
    const work = async (queue: string): Promise<void> => {
      const { rows } = await pool.query<{ id: string }>(
        'select id from bench_due where queue = $1 and done_at is null and due_at <= $2 order by due_at limit 10',
        [queue, now()],
      );
      for (const { id } of rows) {
        // oxlint-disable-next-line no-await-in-loop -- a queue works on one row after the other
        await handle(id);
        // oxlint-disable-next-line no-await-in-loop
        await pool.query('update bench_due set done_at = $2 where id = $1', [id, now()]);
      }
      await pool.query('update bench_lease set expires_at = $3 where queue = $1 and holder = $2', [
        queue,
        holder,
        now(),
      ]);
    };
    const tick = async (): Promise<void> => {
      if (isStopped) return;
      const { rows } = await pool.query<{ queue: string }>(
        'select distinct queue from bench_due where done_at is null and due_at <= $1',
        [now()],
      );
      const due = rows.map(({ queue }) => queue).filter((queue) => !running.has(queue));
      if (due.length === 0) return;
      const leased = await pool.query<{ queue: string }>(
        `insert into bench_lease select queue, $2, $3 from unnest($1::text[]) queue
         on conflict (queue) do update set holder = excluded.holder, expires_at = excluded.expires_at
         where bench_lease.expires_at <= $4 returning queue`,
        [due, holder, new Date(now().getTime() + leaseSeconds * 1000), now()],
      );
      for (const { queue } of leased.rows) {
        running.add(queue);
        void work(queue)
          .catch(() => {})
          .finally(() => running.delete(queue));
      }
    };
    const look = (): void => void tick().catch(() => {});
    listener.on('notification', look);
    const timer = setInterval(look, 1000);
    look();
    return {
      async stop() {
        isStopped = true;
        clearInterval(timer);
        await listener.end();
        await pool.end();
      },
    };
  },
  async enqueue(client, queue, jobId, startAfter = 0) {
    const dueAt = new Date(now().getTime() + startAfter * 1000);
    await client.query(`insert into bench_due values ($1, $2, $3)`, [jobId, queue, dueAt]);
    await client.query(`notify bench_due`);
  },
};

let offsetMs = 0;
const now = (): Date => new Date(Date.now() + offsetMs);
/** Advances the clock by a day, as a test does. Only candidates that use the application's clock notice. */
export const advanceClock = (seconds: number): void => {
  offsetMs += seconds * 1000;
};

export const candidates = { 'pg-boss': pgBoss, 'graphile-worker': graphileWorker, 'own leases': ownLeases };
export type CandidateName = keyof typeof candidates;
export const isCandidate = (text: string): text is CandidateName => Object.hasOwn(candidates, text);
