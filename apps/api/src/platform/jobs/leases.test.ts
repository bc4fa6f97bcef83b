import { afterAll, expect, test } from 'vitest';
import { createLeases, leaseMs } from './leases.ts';
import { countStatements } from '../../../testing/count-statements.ts';
import { openSwaps } from '../../../testing/swap-customers.ts';
import { createDatabase } from '../../../testing/harness.ts';

const { services, close } = await openSwaps(await createDatabase());
afterAll(close);
let now = services.clock.now().getTime();
const clock = { now: () => new Date(now) };
const own = createLeases(services.db, clock, 'node-1');
const other = createLeases(services.db, clock, 'node-2');
const wanted = (queue: string) => [{ queue, isPolled: false }];

test('a renewal after the release does not reacquire the lease', async () => {
  expect(await own.acquire(wanted('deposits:polygon'))).toEqual(new Set(['deposits:polygon']));
  expect(await other.acquire(wanted('deposits:polygon'))).toEqual(new Set());
  await own.release('deposits:polygon');
  expect(await own.renew(['deposits:polygon'])).toEqual(new Set());
  expect(await other.acquire(wanted('deposits:polygon'))).toEqual(new Set(['deposits:polygon']));
});

test('an expired lease can be acquired by another node, and the former holder can no longer renew or release it', async () => {
  await own.acquire(wanted('payouts:base'));
  now += leaseMs;
  expect(await other.acquire(wanted('payouts:base'))).toEqual(new Set(['payouts:base']));
  expect(await own.renew(['payouts:base'])).toEqual(new Set());
  await own.release('payouts:base');
  expect(await own.acquire(wanted('payouts:base'))).toEqual(new Set());
});

test('leases that are released concurrently share one statement', async () => {
  const { db, statements } = countStatements(services.db);
  const leases = createLeases(db, clock, 'node-3');
  const queues = Array.from({ length: 20 }, (_, index) => `scan:${index}`);
  expect((await leases.acquire(queues.map((queue) => ({ queue, isPolled: false })))).size).toBe(20);
  const before = statements();
  await Promise.all(queues.map((queue) => leases.release(queue)));
  expect(statements() - before).toBe(1);
  expect(await leases.renew(queues)).toEqual(new Set());
});
