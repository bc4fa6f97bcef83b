import { compare } from '@wusd/api-sdk/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rankRoutes } from './payout-routes.ts';

const routes = fc.array(
  fc.record({
    fee: fc.nat(5).map((cents) => ({ money: { amount: `${cents}.00` } })),
    arrivesBy: fc.nat(5).map((days) => new Date(days * 86_400_000).toISOString()),
  }),
  { minLength: 1, maxLength: 8 },
);

test('the recommended route has the lowest fee, and of the routes with that fee the earliest arrival', () => {
  fc.assert(
    fc.property(routes, (offered) => {
      const [recommended, ...others] = rankRoutes(offered);
      expect(others).toHaveLength(offered.length - 1);
      for (const other of others) {
        const price = compare(recommended?.fee.money.amount ?? '', other.fee.money.amount);
        expect(price).toBeLessThanOrEqual(0);
        if (price === 0) expect((recommended?.arrivesBy ?? '') <= other.arrivesBy).toBe(true);
      }
    }),
  );
});

test('of equal routes the route of the preferred bank comes first', () => {
  const alike = { fee: { money: { amount: '25.00' } }, arrivesBy: '2026-03-03T08:00:00.000Z' };
  const dear = { ...alike, fee: { money: { amount: '9.00' } } };
  expect(
    rankRoutes([
      { ...alike, bank: 1 },
      { ...dear, bank: 2 },
      { ...alike, bank: 3 },
    ]).map(({ bank }) => bank),
  ).toEqual([2, 1, 3]);
});
