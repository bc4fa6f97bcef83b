import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { createTestDatabase, startTestPostgres } from '@wusd/api/testing/databases';
import { startServerProcess } from '@wusd/api/testing/process';
import { createSwapCustomer, openSwaps, publishEvent, type SwapCustomer } from '@wusd/api/testing/swap-customers';
import { table } from './table.ts';

/** Streams per customer, the maximum that the API allows. */
const each = 10;
const sizes = (process.env['STREAMS'] ?? '1000,5000').split(',').map(Number);
const events = 400;
/** Streams that are opened before the first measurement. */
const warm = 200;
if (sizes.some((size) => size <= warm)) throw new Error(`STREAMS needs numbers above ${warm}.`);

/** Measures the memory of an open event stream, and the time from the commit of an event to every stream of its customer. */
export async function streams(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'wusd-bench-'));
  const postgres = await startTestPostgres(folder, { isDurable: true });
  const databaseUrl = await createTestDatabase(postgres.url);
  const server = await startServerProcess({ databaseUrl });
  const { services, close } = await openSwaps(databaseUrl);
  const { hostname, port } = new URL(server.url);
  const sockets: Socket[] = [];
  const customers: SwapCustomer[] = [];
  /** Event handlers by customer. */
  const listeners = new Map<string, () => void>();
  const memory = (): number =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.process.pid}/status`, 'utf8'))?.[1]);
  /** The minimum of ten seconds, because garbage is collected at any time. */
  const settledMemory = async (): Promise<number> => {
    const seen: number[] = [];
    for (let second = 0; second < 10; second += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await pass(1000);
      seen.push(memory());
    }
    return Math.min(...seen);
  };

  async function open(customer: SwapCustomer): Promise<void> {
    const authorization = await tokenOf(customer, server.url);
    await Promise.all(
      Array.from({ length: each }, async () => {
        const socket = connect(Number(port), hostname);
        sockets.push(socket);
        socket.setEncoding('utf8');
        socket.write(
          `GET /api/sse HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: ${authorization}\r\naccept: text/event-stream\r\n\r\n`,
        );
        const [head] = (await once(socket, 'data')) as [string];
        if (!head.startsWith('HTTP/1.1 200')) throw new Error(head);
        socket.on('data', (text: string) => {
          if (text.includes('wallet_account_updated')) listeners.get(customer.id)?.();
        });
      }),
    );
  }

  /** Milliseconds until all streams of a customer have an event. */
  async function deliver(customer: SwapCustomer): Promise<number> {
    const all = Promise.withResolvers<void>();
    let left = each;
    listeners.set(customer.id, () => (left -= 1) === 0 && all.resolve());
    const committed = await publishEvent(services, customer.id);
    await all.promise;
    listeners.delete(customer.id);
    return performance.now() - committed;
  }

  const rows: (string | number)[][] = [];
  try {
    const openUntil = async (size: number): Promise<void> => {
      while (customers.length * each < size) {
        const customer = await createSwapCustomer(services, customers.length);
        customers.push(customer);
        await services.db.deleteFrom('throttle').execute();
        await open(customer);
      }
    };
    // Warm-up: code and buffers that the first streams load are not part of the memory of each stream.
    await openUntil(warm);
    const base = await settledMemory();
    for (const size of sizes) {
      // oxlint-disable-next-line no-await-in-loop -- one size after the other
      await openUntil(size);
      // oxlint-disable-next-line no-await-in-loop
      const grown = (await settledMemory()) - base;
      const took: number[] = [];
      for (let index = 0; index < events; index += 1) {
        const customer = customers[Math.floor(Math.random() * customers.length)];
        // oxlint-disable-next-line no-await-in-loop -- one at a time, so that no event waits for another one
        if (customer) took.push(await deliver(customer));
      }
      const sorted = took.toSorted((one, another) => one - another);
      const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
      rows.push([size, (grown / (size - warm)).toFixed(1), at(0.5), at(0.99)]);
    }
    table(['streams on one node', 'KiB each', 'event to all ten of a customer, p50 ms', 'p99 ms'], rows);
  } finally {
    for (const socket of sockets) socket.destroy();
    await server.stop();
    await close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The `Authorization` header that the SDK sends. */
async function tokenOf(customer: SwapCustomer, serverUrl: string): Promise<string> {
  let authorization = '';
  const api = customer.at(`${serverUrl}/api`, async (input, init) => {
    authorization = new Request(input, init).headers.get('authorization') ?? '';
    return Response.json({}, { status: 400 });
  });
  await api.walletAccounts.list().catch(() => {});
  return authorization;
}
