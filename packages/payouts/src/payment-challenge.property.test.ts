import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ApprovedPayment, paymentChallenge } from './payment-challenge.ts';

// Few values, so that different payments often have equal fields, and values that could be taken for separators.
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

test('payments that differ in any field have different challenges, and equal ones the same', () => {
  fc.assert(
    fc.property(nonce, payment, nonce, payment, (nonceA, a, nonceB, b) => {
      const isSame =
        Buffer.from(nonceA).equals(nonceB) && fieldsOf(a).every((value, index) => value === fieldsOf(b)[index]);
      expect(paymentChallenge(nonceA, a) === paymentChallenge(nonceB, b)).toBe(isSame);
    }),
    { numRuns: 2000 },
  );
});

test('a field that changes changes the challenge', () => {
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

test('text does not move from one field to the next', () => {
  fc.assert(
    fc.property(nonce, payment, fc.string({ minLength: 1 }), (random, base, moved) => {
      const left = paymentChallenge(random, { ...base, to: `a${moved}`, memo: 'b' });
      expect(paymentChallenge(random, { ...base, to: 'a', memo: `${moved}b` })).not.toBe(left);
    }),
  );
});

test('a challenge is SHA-256 in base64url, and its format does not change', () => {
  const approved = { networkId: 3, to: '0xknown', currency: 'WUSD', amount: 10n ** 19n };
  expect(paymentChallenge(new Uint8Array(32).fill(7), approved)).toMatchInlineSnapshot(
    `"Mqz1wEN38Kn3s6FgT494hglqsER_o-yamXCWst-zgyE"`,
  );
});

test('a nonce of another length is refused', () => {
  const approved = { networkId: 3, to: '0xknown', currency: 'WUSD', amount: 1n };
  for (const length of [0, 31, 33])
    expect(() => paymentChallenge(new Uint8Array(length), approved)).toThrow('A nonce has 32 bytes');
});
