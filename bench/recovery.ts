import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '@wusd/api-sdk';
import {
  crashPostgres,
  startDatabaseProxy,
  terminateBackends,
  withApplicationName,
} from '@wusd/api/testing/database-faults';
import { createTestDatabase, restartTestPostgres, startTestPostgres } from '@wusd/api/testing/databases';
import { startServerProcess } from '@wusd/api/testing/process';
import { createSwapCustomer, openSwaps } from '@wusd/api/testing/swap-customers';
import { median, table } from './table.ts';

const rounds = Number(process.env['RECOVERY_ROUNDS'] ?? 5);
/** Milliseconds between the end of one call and the next. */
const pauseMs = 5;
/** A node has recovered once so many calls in a row succeed. */
const enough = 20;

/** One fault, as one customer's calls met it. */
interface Outage {
  /** Milliseconds until the first of {@link enough} successful calls in a row. */
  recovered: number;
  /** Calls answered with 503 and the envelope. */
  unavailable: number;
  /** Calls that failed in any other way. */
  otherErrors: number;
  /** Milliseconds of the slowest call. */
  slowest: number;
}

/**
 * How long a customer notices that a node lost its database: an authenticated read, called again as soon as it is answered and never
 * retried by the SDK, from before the fault until the node answers as it did.
 */
export async function recovery(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'wusd-recovery-'));
  // PostgreSQL runs under an account of its own where this runs as root.
  await chmod(folder, 0o755);
  let postgres = await startTestPostgres(join(folder, 'postgres'), { isDurable: true });
  let database = await createTestDatabase(postgres.url);
  const proxy = await startDatabaseProxy(withApplicationName(database, 'recovery'));
  const { services, close } = await openSwaps(database);
  const customer = await createSwapCustomer(services, 0);
  await close();
  const node = await startServerProcess({ databaseUrl: proxy.url });
  const api = customer.at(`${node.url}/api`, globalThis.fetch, 0);

  const faults: Record<string, () => Promise<void>> = {
    'no fault': async () => {},
    'every database session of the node terminated': async () => {
      await terminateBackends(database, 'recovery');
    },
    'PostgreSQL crashed, from when it accepts connections again': async () => {
      await crashPostgres(join(folder, 'postgres/data'));
      postgres = await restartTestPostgres(join(folder, 'postgres'), { isDurable: true });
      const restarted = new URL(database);
      restarted.port = new URL(postgres.url).port;
      database = restarted.toString();
      proxy.retarget(database);
    },
  };
  try {
    const outages: Record<string, Outage[]> = {};
    for (let round = 0; round < rounds; round += 1)
      for (const [name, inject] of Object.entries(faults))
        // oxlint-disable-next-line no-await-in-loop -- one fault at a time
        (outages[name] ??= []).push(await measure(() => api.walletAccounts.list(), inject));
    const middle = (name: string, pick: (outage: Outage) => number): number =>
      Math.round(median((outages[name] ?? []).map(pick)));
    table(
      [`medians of ${rounds}`, 'recovered, ms', '503', 'other errors', 'slowest call, ms'],
      Object.keys(faults).map((name) => [
        name,
        middle(name, ({ recovered }) => recovered),
        middle(name, ({ unavailable }) => unavailable),
        middle(name, ({ otherErrors }) => otherErrors),
        middle(name, ({ slowest }) => slowest),
      ]),
    );
  } finally {
    await node.stop('SIGKILL');
    proxy.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(call: () => Promise<unknown>, inject: () => Promise<void>): Promise<Outage> {
  const outage: Outage = { recovered: 0, unavailable: 0, otherErrors: 0, slowest: 0 };
  let injectedAt = Infinity;
  const injected = (async () => {
    await inject();
    injectedAt = performance.now();
  })();
  for (let inRow = 0, firstAt = 0; inRow < enough;) {
    const begun = performance.now();
    // oxlint-disable-next-line no-await-in-loop -- one call after the other
    const isAnswered = await call().then(
      () => true,
      (error: unknown) => {
        if (error instanceof ApiError && error.errorName === 'SERVICE_UNAVAILABLE') outage.unavailable += 1;
        else outage.otherErrors += 1;
        return false;
      },
    );
    outage.slowest = Math.max(outage.slowest, performance.now() - begun);
    if (isAnswered && begun >= injectedAt) {
      if (inRow === 0) firstAt = begun;
      inRow += 1;
    } else inRow = 0;
    outage.recovered = Math.max(0, firstAt - injectedAt);
    // oxlint-disable-next-line no-await-in-loop
    await pause(pauseMs);
  }
  await injected;
  return outage;
}
