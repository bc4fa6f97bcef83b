import { currencies, decimalsOf } from '@wusd/api-sdk/domain';
import { compare } from '@wusd/api-sdk/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTypedAmount } from '../forms/amount-input.ts';
import { isLinkAmount, withLinkAmount } from './payment-link.ts';

const currency = fc.constantFrom(...currencies);

test.each([
  ['1250.00', true],
  ['0.01', true],
  ['007', false],
  ['0', false],
  ['0.00', false],
  ['-1', false],
  ['+1', false],
  ['1e3', false],
  ['1,250', false],
  ['1.234', false],
  ['.5', false],
  ['1.', false],
  [' 1', false],
  ['๑', false],
  ['', false],
])('isLinkAmount for %j in US dollars is %s', (text, expected) => {
  expect(isLinkAmount(text, 'USD')).toBe(expected);
});

test('a link fills in only a plain decimal above zero, and the form parses it to the same amount', () => {
  const text = fc.oneof(
    fc.string(),
    fc.stringMatching(/^\d{1,12}(\.\d{1,8})?$/),
    fc.stringMatching(/^[-+]?[\d,. ]{1,12}(e\d)?$/),
  );
  fc.assert(
    fc.property(text, currency, (amount, of) => {
      const { draft, ignored } = withLinkAmount({ currency: of, amount: '' }, amount);
      if (ignored !== undefined) {
        expect(draft?.amount).toBe('');
        return;
      }
      expect(draft?.amount).toBe(amount);
      expect(compare(parseTypedAmount(amount, decimalsOf(of)) ?? '', amount)).toBe(0);
      expect(compare(amount, '0')).toBe(1);
    }),
  );
});
