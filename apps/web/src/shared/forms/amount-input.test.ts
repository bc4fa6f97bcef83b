import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTypedAmount } from './amount-input.ts';

test.each([
  ['1000', '1000'],
  [' 1,250.50 ', '1250.50'],
  ['1 250', '1250'],
  ['0012', '12'],
  ['0.5', '0.5'],
  ['12.', '12'],
])('reads %j as %s', (typed, amount) => {
  expect(parseTypedAmount(typed, 2)).toBe(amount);
});

test.each(['', 'abc', '1,25', '1.234,50', '-5', '1e3', '1.005', '.5', '1,000,00', '๑๒'])('%j is rejected', (typed) => {
  expect(parseTypedAmount(typed, 2)).toBeUndefined();
});

test('an amount with group separators is read as the same digits', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 24n }),
      (value) => parseTypedAmount(new Intl.NumberFormat('en-US').format(value), 2) === value.toString(),
    ),
  );
});
