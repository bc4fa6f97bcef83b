import fc from 'fast-check';
import { expect, test } from 'vitest';
import { outlineOf } from './outline.ts';

const points = (line: string): [number, number][] =>
  line
    .split(/ ?[ML]/)
    .filter(Boolean)
    .map((point) => point.split(' ').map(Number) as [number, number]);

test('what is more is drawn higher, and all of it inside', () => {
  const amount = fc
    .bigInt({ min: 0n, max: 10n ** 30n })
    .map((minor) => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`);
  fc.assert(
    fc.property(fc.array(amount, { minLength: 2, maxLength: 40 }), (amounts) => {
      const drawn = points(outlineOf(amounts));
      expect(drawn).toHaveLength(amounts.length);
      const minor = amounts.map((each) => BigInt(each.replace('.', '')));
      for (const [index, [x, y]] of drawn.entries()) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(100);
        expect(y).toBeGreaterThanOrEqual(6);
        expect(y).toBeLessThanOrEqual(92);
        const next = drawn[index + 1];
        if (next && (minor[index] ?? 0n) > (minor[index + 1] ?? 0n)) expect(y).toBeLessThanOrEqual(next[1]);
      }
    }),
  );
});

test('what stays the same is level', () => {
  expect(outlineOf(['5.00', '5.00', '5.00'])).toBe('M0.00 49.00 L50.00 49.00 L100.00 49.00');
});
