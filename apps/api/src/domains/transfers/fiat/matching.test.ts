import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseDeclaration, isWithin } from './matching.ts';

const tolerance = { basisPoints: 1000, bankCharges: 5000n };
const declarations = fc
  .array(fc.bigInt(1n, 2_000_000n), { maxLength: 6 })
  .map((amounts) => amounts.map((declared, index) => ({ id: `ftx_${index}`, declared })));

test('a credit closes the oldest declaration with exactly its amount', () => {
  fc.assert(
    fc.property(declarations, fc.nat(5), (open, pick) => {
      const exact = open[pick % Math.max(1, open.length)];
      fc.pre(exact !== undefined);
      expect(chooseDeclaration(open, exact.declared, tolerance)).toBe(
        open.find(({ declared }) => declared === exact.declared),
      );
    }),
  );
});

test('without an exact match a credit closes the nearest declaration within the tolerance, and no declaration outside it', () => {
  fc.assert(
    fc.property(declarations, fc.bigInt(1n, 2_000_000n), (open, amount) => {
      const chosen = chooseDeclaration(open, amount, tolerance);
      const near = open.filter(({ declared }) => isWithin(declared, amount, tolerance));
      if (chosen === undefined) {
        expect(near).toEqual([]);
        return;
      }
      expect(near).toContain(chosen);
      const away = (declared: bigint): bigint => (declared > amount ? declared - amount : amount - declared);
      for (const { declared } of near) expect(away(chosen.declared) <= away(declared)).toBe(true);
    }),
  );
});

test.each([
  // Declared amount, arrived amount, whether they match.
  [2_000n, 900_000n, false],
  [50_000n, 45_000n, true],
  [50_000n, 55_000n, true],
  [50_000n, 55_001n, false],
  // Charges are up to fifty dollars, but never more than half of a small wire.
  [10_000n, 5_000n, true],
  [10_000n, 4_999n, false],
  [6_000n, 3_000n, true],
  [6_000n, 2_999n, false],
  [1n, 1n, true],
])('for a declaration of %d, a credit of %d is within the tolerance: %s', (declared, amount, isNear) => {
  expect(isWithin(declared, amount, tolerance)).toBe(isNear);
});
