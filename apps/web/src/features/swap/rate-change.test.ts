import { add } from '@wusd/api-sdk/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { announcedAt, announcedSeconds } from './countdown.ts';
import { findRateChange } from './rate-change.ts';

const minor = fc.bigInt({ min: 1n, max: 10n ** 15n });
const amountOf = (cents: bigint): string => `${cents / 100n}.${(cents % 100n).toString().padStart(2, '0')}`;
const rateOf = (pay: bigint, receive: bigint) => ({
  pay: { currency: 'WUSD' as const, amount: amountOf(pay) },
  receive: { currency: 'THB' as const, amount: amountOf(receive) },
});

test('the change between two rates is the difference between their amounts', () => {
  fc.assert(
    fc.property(fc.constantFrom('pay', 'receive'), minor, minor, minor, (side, fixed, before, now) => {
      const [earlier, current] =
        side === 'pay' ? [rateOf(before, fixed), rateOf(now, fixed)] : [rateOf(fixed, before), rateOf(fixed, now)];
      const change = findRateChange(earlier, current);
      if (before === now) {
        expect(change).toBeUndefined();
        return;
      }
      const [smaller, larger] = before < now ? [earlier, current] : [current, earlier];
      expect(change).toMatchObject({ side, direction: before < now ? 'more' : 'less' });
      expect(add(smaller[side].amount, change?.by.amount ?? '0')).toBe(larger[side].amount);
    }),
  );
});

test('a rate is announced only 30 and 10 seconds before it expires', () => {
  const heard = Array.from({ length: 301 }, (_, passed) => announcedSeconds(300 - passed, announcedAt.review));
  const changes = heard.flatMap((each, passed) =>
    passed > 0 && each === heard[passed - 1] ? [] : [[300 - passed, each]],
  );
  expect(changes).toEqual([
    [300, undefined],
    [30, 30],
    [10, 10],
    [0, undefined],
  ]);
});
