import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  add,
  adjustByBasisPoints,
  compare,
  convert,
  convertBack,
  crossRate,
  fromMinor,
  isAmount,
  MoneyError,
  roundDown,
  subtract,
  toMinor,
} from './index.js';

const minor = fc.bigInt({ min: -(10n ** 36n), max: 10n ** 36n });
const scale = fc.integer({ min: 0, max: 18 });

describe('amounts', () => {
  test('convert to minor units and back without loss', () => {
    fc.assert(fc.property(minor, scale, (value, digits) => toMinor(fromMinor(value, digits), digits) === value));
  });

  test('add and subtract exactly', () => {
    fc.assert(
      fc.property(minor, minor, scale, (a, b, digits) => {
        const sum = add(fromMinor(a, digits), fromMinor(b, digits));
        return toMinor(sum, digits) === a + b && toMinor(subtract(sum, fromMinor(b, digits)), digits) === a;
      }),
    );
  });

  test('compare like their minor units, across scales', () => {
    fc.assert(
      fc.property(minor, minor, scale, scale, (a, b, left, right) => {
        const wide = (value: bigint, digits: number): bigint => value * 10n ** BigInt(18 - digits);
        const expected = wide(a, left) < wide(b, right) ? -1 : wide(a, left) > wide(b, right) ? 1 : 0;
        return compare(fromMinor(a, left), fromMinor(b, right)) === expected;
      }),
    );
  });

  test('round towards zero, never up', () => {
    expect(roundDown('1.999999', 2)).toBe('1.99');
    expect(roundDown('-1.999', 2)).toBe('-1.99');
    expect(roundDown('5', 2)).toBe('5.00');
    expect(roundDown('1000.9', 0)).toBe('1000');
  });

  test('distinguish one wei in a trillion', () => {
    expect(add('1000000000000', '0.000000000000000001')).toBe('1000000000000.000000000000000001');
  });

  test.each(['', ' 1', '1,000.00', '1e3', '+1', '.5', '1.', '01', 'NaN', '0x10', '１'])(
    'reject %j, which is not a plain decimal',
    (text) => {
      expect(() => toMinor(text, 2)).toThrow(expect.objectContaining({ reason: 'not-a-decimal' }) as Error);
      expect(isAmount(text, 2)).toBe(false);
    },
  );

  test('reject more fraction digits than the scale, except trailing zeros', () => {
    expect(() => toMinor('1.005', 2)).toThrow(MoneyError);
    expect(toMinor('1.500', 2)).toBe(150n);
  });
});

describe('rates', () => {
  test('round down received amounts and round up paid amounts', () => {
    expect(convert('10.00', '0.3333333', 2, 'down')).toBe('3.33');
    expect(convertBack('3.33', '0.3333333', 2, 'up')).toBe('10.00');
  });

  test('adjust by basis points of 1e-4', () => {
    expect(adjustByBasisPoints('1', -25)).toBe('0.9975');
    expect(adjustByBasisPoints('34.5', 0)).toBe('34.5');
  });

  test('never return more than was paid in a round trip', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 12n }).map((value) => fromMinor(value, 2));
    const price = fc.bigInt({ min: 1n, max: 10n ** 9n }).map((value) => fromMinor(value, 6));
    fc.assert(
      fc.property(amount, price, price, (paid, from, to) => {
        fc.pre(compare(crossRate(from, to), '0') > 0);
        const received = convert(paid, crossRate(from, to), 2, 'down');
        return compare(convertBack(received, crossRate(from, to), 2, 'down'), paid) <= 0;
      }),
    );
  });
});
