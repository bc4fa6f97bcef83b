import fc from 'fast-check';
import { PayoutRejected } from '@wusd/payouts/payout-port';
import { describe, expect, test } from 'vitest';
import type { OrderedPayout } from './ordered-payouts.ts';
import type { VerifiedAssertion } from './passkey-assertions.ts';
import { type Authorization, authorize, type CurrencyLimits, type Policy, type SignerFacts } from './policy.ts';

// Effect of passkeys on the decision for all amounts and ages, without operator approvals.

const now = new Date('2030-01-01T00:00:00Z');
const dayMs = 24 * 3_600_000;
const limits: CurrencyLimits = {
  perPayout: 1000n,
  perDay: 1000n,
  oneApprovalAbove: 500n,
  oneApprovalWithoutPasskeyAbove: 100n,
  twoApprovalsAbove: 800n,
  payoutsPerDay: 10,
};
const policy: Policy = {
  limits: new Map([['WUSD', limits]]),
  destinationHoldMs: dayMs,
  passkeys: { rpId: 'wallet.example', origins: ['https://wallet.example'] },
  operators: new Map(),
};
const order: OrderedPayout = {
  payoutId: 'ctx_1',
  attempt: 1,
  networkId: 3,
  sender: '0xsender',
  nonce: '1',
  price: 'price',
  to: '0xknown',
  currency: 'WUSD',
  amount: 1n,
  kind: 'payout',
  approvals: [],
};
const facts: SignerFacts = {
  now,
  exclusion: 'nonce',
  firstSeenAt: new Date(0),
  signedWithin24h: 0n,
  payoutsWithin24h: 0,
  availableAt: undefined,
  earlier: [],
  nonceOwner: undefined,
  isNonceOffered: true,
  assertion: undefined,
  challengeOwner: undefined,
};
const held: VerifiedAssertion = {
  credentialId: Buffer.from('passkey'),
  challenge: Buffer.alloc(32, 1),
  isValid: true,
  knownSince: new Date(0),
};

/** @returns the authorization, or the reason of a rejection */
function decide(amount: bigint, known: Partial<SignerFacts>): Authorization | string {
  try {
    return authorize(policy, { ...order, amount }, { ...facts, ...known });
  } catch (error) {
    if (error instanceof PayoutRejected) return error.reason;
    throw error;
  }
}
const amounts = fc.bigInt({ min: 1n, max: 1000n });

test('without an assertion, only amounts up to the smaller limit are signed', () => {
  fc.assert(
    fc.property(amounts, (amount) => {
      expect(decide(amount, {})).toEqual(
        amount > limits.oneApprovalWithoutPasskeyAbove ? 'approval-missing' : { operators: [] },
      );
    }),
  );
});

test('a passkey counts after the signer has known it for a day, and never above the limit for operator approvals', () => {
  const ages = fc.oneof(fc.integer({ min: 0, max: 3 * dayMs }), fc.constantFrom(dayMs - 1, dayMs, dayMs + 1));
  fc.assert(
    fc.property(amounts, ages, (amount, ageMs) => {
      const counts = ageMs >= dayMs;
      const assertion = { ...held, knownSince: new Date(now.getTime() - ageMs) };
      const limit = counts ? limits.oneApprovalAbove : limits.oneApprovalWithoutPasskeyAbove;
      expect(decide(amount, { assertion })).toEqual(
        amount > limit
          ? 'approval-missing'
          : { operators: [], credentialId: counts ? held.credentialId : undefined, challenge: held.challenge },
      );
    }),
  );
});

test('a payout with an invalid or reused assertion is never signed, even for a small amount', () => {
  const broken = fc.constantFrom<Partial<SignerFacts>>(
    { assertion: { ...held, isValid: false } },
    { assertion: { ...held, isValid: false, knownSince: undefined } },
    { assertion: held, challengeOwner: 'ctx_2' },
    { assertion: { ...held, knownSince: now }, challengeOwner: 'ctx_2' },
  );
  fc.assert(
    fc.property(amounts, broken, (amount, known) => {
      expect(decide(amount, known)).toBe('passkey-invalid');
    }),
  );
});

describe('an assertion', () => {
  test('that the same payout has used is valid for its next attempt', () => {
    expect(decide(500n, { assertion: held, challengeOwner: order.payoutId })).toMatchObject({
      credentialId: held.credentialId,
    });
  });

  test('that is invalid is reported before temporary reasons', () => {
    const assertion = { ...held, isValid: false };
    expect(decide(1n, { assertion, firstSeenAt: now, signedWithin24h: 1000n })).toBe('passkey-invalid');
  });

  test('that is invalid does not prevent the cancellation of a signed payout', () => {
    const { networkId, sender, nonce, to, currency, amount } = order;
    const earlier = [
      {
        kind: 'payout' as const,
        networkId,
        sender,
        nonce,
        to,
        memo: '',
        currency,
        amount,
        signedAt: now,
        status: 'unknown' as const,
      },
    ];
    const known = { ...facts, earlier, nonceOwner: order.payoutId, assertion: { ...held, isValid: false } };
    expect(authorize(policy, { ...order, attempt: 2, kind: 'cancellation' }, known)).toEqual({ operators: [] });
  });
});
