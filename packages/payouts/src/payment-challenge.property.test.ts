import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ApprovedPayment, paymentChallenge } from './payment-challenge.ts';

// A small set of values, so that different payments often have equal fields. Some values resemble separators.
const text = fc.oneof(
  fc.constantFrom('', '0', '1', '"', '",', '","', '\\', '\ud800', 'a'),
  fc.string({ maxLength: 4 }),
);
const nonce = fc.oneof(fc.constant(new Uint8Array(32)), fc.uint8Array({ minLength: 32, maxLength: 32 }));
const payment: fc.Arbitrary<ApprovedPayment> = fc.record({
  networkId: fc.integer({ min: 0, max: 12 }),
  to: text,
  memo: fc.option(text, { nil: undefined }),
  currency: text,
  amount: fc.bigInt({ min: 0n, max: 12n }),
});
const fieldsOf = ({ networkId, to, memo = '', currency, amount }: ApprovedPayment) => [
  networkId,
  to,
  memo,
  currency,
  amount,
];

test('different payments have different challenges, and equal payments have the same challenge', () => {
  fc.assert(
    fc.property(nonce, payment, nonce, payment, (nonceA, a, nonceB, b) => {
      const isSame =
        Buffer.from(nonceA).equals(nonceB) && fieldsOf(a).every((value, index) => value === fieldsOf(b)[index]);
      expect(paymentChallenge(nonceA, a) === paymentChallenge(nonceB, b)).toBe(isSame);
    }),
    { numRuns: 2000 },
  );
});

test('changing a field changes the challenge', () => {
  const changes: fc.Arbitrary<Partial<ApprovedPayment>> = fc.oneof(
    fc.record({ networkId: fc.integer({ min: 13, max: 99 }) }),
    fc.record({ to: fc.string({ minLength: 5 }) }),
    fc.record({ memo: fc.string({ minLength: 5 }) }),
    fc.record({ currency: fc.string({ minLength: 5 }) }),
    fc.record({ amount: fc.bigInt({ min: 13n }) }),
  );
  fc.assert(
    fc.property(nonce, payment, changes, (random, approved, change) => {
      expect(paymentChallenge(random, { ...approved, ...change })).not.toBe(paymentChallenge(random, approved));
    }),
  );
});

test('moving text from one field to the next changes the challenge', () => {
  fc.assert(
    fc.property(nonce, payment, fc.string({ minLength: 1 }), (random, base, moved) => {
      const left = paymentChallenge(random, { ...base, to: `a${moved}`, memo: 'b' });
      expect(paymentChallenge(random, { ...base, to: 'a', memo: `${moved}b` })).not.toBe(left);
    }),
  );
});

test('the challenge format is SHA-256 in base64url and stable', () => {
  const approved = { networkId: 3, to: '0xknown', currency: 'WUSD', amount: 10n ** 19n };
  expect(paymentChallenge(new Uint8Array(32).fill(7), approved)).toMatchInlineSnapshot(
    `"Mqz1wEN38Kn3s6FgT494hglqsER_o-yamXCWst-zgyE"`,
  );
});

test('rejects a nonce of another length', () => {
  const approved = { networkId: 3, to: '0xknown', currency: 'WUSD', amount: 1n };
  for (const length of [0, 31, 33])
    expect(() => paymentChallenge(new Uint8Array(length), approved)).toThrow('A nonce has 32 bytes');
});
