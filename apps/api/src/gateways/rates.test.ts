import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RatePort } from './ports.ts';
import { createSimulatedRates } from '../sandbox/simulated-rates.ts';
import { createRates } from './rates.ts';
import { portOf } from '@wusd/server-kit/testing/loopback';

let now = new Date('2026-03-01T08:00:00Z');
const clock = { now: () => now };
let body: unknown;
let requests = 0;
let isElsewhere = false;
const server = createServer((request, response) => {
  requests += 1;
  if (isElsewhere && request.url === '/prices') return response.writeHead(302, { location: '/elsewhere' }).end();
  if (request.headers.authorization !== 'Bearer rates-token') return response.writeHead(401).end();
  return body === undefined ? response.writeHead(503).end() : response.end(JSON.stringify(body));
});
beforeAll(() => new Promise<void>((resume) => void server.listen(0, '127.0.0.1', resume)));
afterAll(() => void server.close());
beforeEach(() => {
  now = new Date('2026-03-01T08:00:00Z');
  body = { asOf: now.toISOString(), prices: { THB: '0.02893', EUR: '1.0862' } };
  requests = 0;
  isElsewhere = false;
});
const overHttp = (token = 'rates-token'): RatePort =>
  createRates({ url: `http://127.0.0.1:${portOf(server)}/prices`, token, clock });

describe.each<[string, () => RatePort]>([
  ['rates over HTTP', overHttp],
  ['rates in test mode', () => createSimulatedRates(clock)],
])('%s', (_name, create) => {
  test('are plain decimals above zero', async () => {
    expect(await create().priceInUsd('THB')).toMatch(/^0\.02[89]\d*$/);
  });
  test('are the same for concurrent calls', async () => {
    const rates = create();
    const [first, second] = await Promise.all([rates.priceInUsd('EUR'), rates.priceInUsd('EUR')]);
    expect(first).toBe(second);
  });
  test('are undefined for currencies that the source does not have', async () => {
    expect(await create().priceInUsd('XAU')).toBeUndefined();
  });
});

describe('a source of rates', () => {
  test('receives one request for concurrent calls, and another after five seconds', async () => {
    const rates = overHttp();
    await Promise.all([rates.priceInUsd('THB'), rates.priceInUsd('EUR'), rates.priceInUsd('THB')]);
    expect(requests).toBe(1);
    now = new Date(now.getTime() + 5000);
    await rates.priceInUsd('THB');
    expect(requests).toBe(2);
  });

  test('that fails is replaced by cached prices for a minute', async () => {
    const rates = overHttp();
    await rates.priceInUsd('THB');
    body = undefined;
    now = new Date(now.getTime() + 59_000);
    expect(await rates.priceInUsd('THB')).toBe('0.02893');
    now = new Date(now.getTime() + 1000);
    await expect(rates.priceInUsd('THB')).rejects.toThrow('The rate provider answered');
  });

  test.each<[string, object]>([
    ['a number, whose digits may be lost', { prices: { THB: 0.02893 } }],
    ['an exponent', { prices: { THB: '2e-2' } }],
    ['zero', { prices: { THB: '0.00' } }],
    ['a price below zero', { prices: { THB: '-1' } }],
    ['nothing', { prices: null }],
    ['an outdated price', { prices: { THB: '0.02893' }, asOf: '2026-02-28T08:00:00Z' }],
    ['a price without a valid time', { prices: { THB: '0.02893' }, asOf: 'now' }],
  ])('gives no price if it returns %s', async (_what, said) => {
    body = { asOf: now.toISOString(), ...said };
    expect(await overHttp().priceInUsd('THB')).toBeUndefined();
  });

  test('can not redirect our request (control 23)', async () => {
    isElsewhere = true;
    await expect(overHttp().priceInUsd('THB')).rejects.toThrow('fetch failed');
  });

  test('that rejects our request gives no price', async () => {
    await expect(overHttp('other').priceInUsd('THB')).rejects.toMatchObject({ status: 401 });
  });
});
