import { currencies, Network, orderStatuses, transactionStatuses } from '@wusd/api-sdk/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type RoutePath, routeTable } from './route-table.ts';
import { historyKinds, parseSearch, stringifySearch, validateSearchOf } from './search.ts';

const paths = Object.keys(routeTable) as RoutePath[];
const read = (path: RoutePath, search: string): unknown => validateSearchOf(path)(parseSearch(search));

const suffix = '01hqxyz0000000000000000000';
const isId = (value: unknown): boolean => typeof value === 'string' && /^[a-z]{3}_[0-9a-z]{26}$/.test(value);

/** Checks a parsed parameter, on any route. */
const allowed: Record<string, (value: unknown) => boolean> = {
  kind: (value) => (historyKinds as readonly unknown[]).includes(value),
  status: (value) => [...transactionStatuses, ...orderStatuses, 'held'].includes(value as 'held'),
  currency: (value) => (currencies as readonly unknown[]).includes(value),
  network: (value) => (Object.values(Network) as unknown[]).includes(value),
  from: (value) => value === 'withdraw' || /^\d{4}-\d{2}-\d{2}$/.test(String(value)),
  to: (value) => typeof value === 'string' && value.length <= 128,
  pay: (value) => (currencies as readonly unknown[]).includes(value),
  receive: (value) => (currencies as readonly unknown[]).includes(value),
  amount: (value) => typeof value === 'string' && value.length <= 128,
  text: (value) => typeof value === 'string' && value.length <= 128,
  entry: (value) => isId(String(value).replace(/^run:/, '')),
  order: isId,
  transaction: isId,
  id: isId,
  result: (value) => isId((value as { id: unknown }).id) && Object.keys(value as object).length === 1,
  step: (value) => value === 'review',
  add: (value) => value === true,
  accountKey: (value) => typeof value === 'string' && value.length <= 200,
  resetToken: (value) => typeof value === 'string' && value.length <= 200,
  email: (value) => typeof value === 'string' && value.length <= 100,
};

const hostile = [
  '',
  ' ',
  '\u0000',
  '-1',
  '1e3',
  'NaN',
  'true',
  'null',
  '[]',
  '{}',
  '{"id":["otc_01hqxyz0000000000000000000"]}',
  '{"id":"<img src=x onerror=alert(1)>"}',
  '{"__proto__":{"id":"otc_01hqxyz0000000000000000000"}}',
  '__proto__',
  'constructor',
  'toString',
  '../../user/get-auth-user',
  'javascript:alert(1)',
  '//evil.example',
  '<b>',
  '2026-02-31T00:00',
  '2026-13-01',
  `otc_${suffix}"`,
  `OTC_${suffix.toUpperCase()}`,
  'x'.repeat(5000),
];

describe.each(paths)('%s', (path) => {
  test('reads hostile parameters as absent, or as one of the values that it knows (control 38)', () => {
    const names = fc.constantFrom(...Object.keys(allowed), '__proto__', 'constructor', 'other');
    const values = fc.oneof(
      fc.constantFrom(...hostile),
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.constantFrom('otc', 'ctx', 'ftx', 'bnk', 'run:ctx').map((prefix) => `${prefix}_${suffix}`),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(names, values), { maxLength: 8 }), (given) => {
        const found = read(path, `?${new URLSearchParams(given).toString()}`) as Record<string, unknown>;
        for (const [name, value] of Object.entries(found))
          if (value !== undefined) expect(allowed[name]?.(value), `${name}: ${String(value)}`).toBe(true);
        expect(Object.getPrototypeOf(found)).toBe(Object.prototype);
        // Parsed parameters survive being written to a link and read again.
        expect(read(path, stringifySearch(found))).toEqual(found);
      }),
    );
  });

  test.each(['?', '?%E0%A4%A', '?&&=&', '?a', '?text=%00', '?result=%7B'])('never fails on %s', (search) => {
    expect(() => read(path, search)).not.toThrow();
  });
});

test.each([
  [
    '/wallet-history',
    '?kind=fiat-deposit&status=held&currency=THB&from=2026-03-01',
    { kind: 'fiat-deposit', status: 'held', currency: 'THB', from: '2026-03-01' },
  ],
  ['/wallet-history', `?entry=run:ctx_${suffix}&text=007`, { entry: `run:ctx_${suffix}`, text: '007' }],
  [
    '/mint-redeem-order',
    `?status=rate+expired&order=otc_${suffix}`,
    { status: 'rate expired', order: `otc_${suffix}` },
  ],
  ['/crypto-deposit', '?network=8&currency=USDC', { network: 8, currency: 'USDC' }],
  [
    '/crypto-withdraw',
    `?to=adr_${suffix}&currency=USDC&amount=007.50`,
    { to: `adr_${suffix}`, currency: 'USDC', amount: '007.50' },
  ],
  ['/fiat-withdraw', '?to=mine&amount=1e3&currency=USD', { to: 'mine', amount: '1e3' }],
  ['/mint-redeem', '?pay=USD&receive=XAU&amount=5', { pay: 'USD', amount: '5' }],
  ['/blockchain', '?add&from=withdraw', { add: true, from: 'withdraw' }],
  ['/mint-redeem/success', `?result={"id":"otc_${suffix}"}`, { result: { id: `otc_${suffix}` } }],
  ['/forget-password/set', '?resetToken=a%2Bb&email=a%40b.example', { resetToken: 'a+b', email: 'a@b.example' }],
] as const)('%s reads %s', (path, search, expected) => {
  expect(read(path, search)).toEqual(expected);
});

test.each([
  ['/wallet-history', '?kind=gone&status=gone&currency=XAU&from=01.03.2026&entry=../1'],
  ['/view-fiat-deposit', `?transaction=ctx_${suffix}`],
  ['/crypto-withdraw', `?transaction=ftx_${suffix}&step=submit`],
  ['/mint-redeem/success', `?result=otc_${suffix}`],
  ['/crypto-deposit', '?network=99'],
] as const)('%s ignores the parameters in %s', (path, search) => {
  expect(Object.values(read(path, search) as object).filter(Boolean)).toEqual([]);
});
