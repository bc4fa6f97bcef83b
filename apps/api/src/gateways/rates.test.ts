import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RatePort } from './ports.ts';
import { createSimulatedRates } from '../sandbox/simulated-rates.ts';
import { createRates } from './rates.ts';
import { portOf } from '../../testing/loopback.ts';

let now = new Date('2026-03-01T08:00:00Z');
const clock = { now: () => now };
let body: unknown;
let asked = 0;
let isElsewhere = false;
const server = createServer((request, response) => {
  asked += 1;
  if (isElsewhere && request.url === '/prices') return response.writeHead(302, { location: '/elsewhere' }).end();
  if (request.headers.authorization !== 'Bearer rates-token') return response.writeHead(401).end();
  return body === undefined ? response.writeHead(503).end() : response.end(JSON.stringify(body));
});
beforeAll(() => new Promise<void>((resume) => void server.listen(0, '127.0.0.1', resume)));
afterAll(() => void server.close());
beforeEach(() => {
  now = new Date('2026-03-01T08:00:00Z');
  body = { asOf: now.toISOString(), prices: { THB: '0.02893', EUR: '1.0862' } };
  asked = 0;
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
  test('are the same for everybody who asks at the same moment', async () => {
    const rates = create();
    const [first, second] = await Promise.all([rates.priceInUsd('EUR'), rates.priceInUsd('EUR')]);
    expect(first).toBe(second);
  });
  test('are none of what the source does not know', async () => {
    expect(await create().priceInUsd('XAU')).toBeUndefined();
  });
});

describe('a source of rates', () => {
  test('is asked once for all who ask at once, and again after five seconds', async () => {
    const rates = overHttp();
    await Promise.all([rates.priceInUsd('THB'), rates.priceInUsd('EUR'), rates.priceInUsd('THB')]);
    expect(asked).toBe(1);
    now = new Date(now.getTime() + 5000);
    await rates.priceInUsd('THB');
    expect(asked).toBe(2);
  });

  test('that falls silent is believed for a minute, and no longer', async () => {
    const rates = overHttp();
    await rates.priceInUsd('THB');
    body = undefined;
    now = new Date(now.getTime() + 59_000);
    expect(await rates.priceInUsd('THB')).toBe('0.02893');
    now = new Date(now.getTime() + 1000);
    await expect(rates.priceInUsd('THB')).rejects.toThrow('The source of rates answered');
  });

  test.each<[string, object]>([
    ['a number, whose digits may be lost', { prices: { THB: 0.02893 } }],
    ['an exponent', { prices: { THB: '2e-2' } }],
    ['zero', { prices: { THB: '0.00' } }],
    ['a price below zero', { prices: { THB: '-1' } }],
    ['nothing', { prices: null }],
    ['a price of yesterday', { prices: { THB: '0.02893' }, asOf: '2026-02-28T08:00:00Z' }],
    ['a price of no time', { prices: { THB: '0.02893' }, asOf: 'now' }],
  ])('is not believed where it says %s', async (_what, said) => {
    body = { asOf: now.toISOString(), ...said };
    expect(await overHttp().priceInUsd('THB')).toBeUndefined();
  });

  test('that sends us elsewhere is not followed (control 23)', async () => {
    isElsewhere = true;
    await expect(overHttp().priceInUsd('THB')).rejects.toThrow('fetch failed');
  });

  test('that refuses us gives no rate', async () => {
    await expect(overHttp('other').priceInUsd('THB')).rejects.toMatchObject({ status: 401 });
  });
});
