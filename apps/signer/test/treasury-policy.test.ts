import { hexOf, type Hex } from '@wusd/payouts/evm/hex';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  authorizeReplacement,
  authorizeTransfer,
  costOf,
  type TreasuryFacts,
  type TreasuryPolicy,
  TreasuryRejected,
  type TreasuryTransfer,
} from '../src/treasury/policy.ts';

// The treasury's rules for arbitrary requested transfers.

const address = (number: number | bigint): Hex => hexOf(`0x${number.toString(16).padStart(40, '0')}`);
const payoutAddress = address(0xaaaa);
const gasAccount = address(0xbbbb);
const depositAddress = (keyIndex: bigint): Hex => address(keyIndex);
const policy: TreasuryPolicy = {
  payoutAddress,
  gasAccount,
  depositAddress,
  limits: { minimums: new Map([['WUSD', 50n]]), maxGas: 100n, maxFeePerGas: 10n, gasPerDay: 5000n },
};

const amounts = fc.bigInt({ min: -10n, max: 2000n });
// Few addresses, so that matching combinations are generated too.
const addresses = fc.constantFrom(payoutAddress, gasAccount, address(1), address(2), address(0xdead));
const transfers: fc.Arbitrary<TreasuryTransfer> = fc.record({
  kind: fc.constantFrom('sweep' as const, 'top-up' as const),
  sender: addresses,
  recipient: addresses,
  keyIndex: fc.constantFrom(1n, 2n),
  currency: fc.constantFrom('WUSD', 'USDC'),
  amount: amounts,
  gas: fc.bigInt({ min: 0n, max: 120n }),
  fees: fc.record({ maxFeePerGas: fc.bigInt({ min: 0n, max: 12n }), maxPriorityFeePerGas: fc.constant(0n) }),
});
/** A transfer with allowed addresses. */
const likely = transfers.map((transfer) => ({
  ...transfer,
  sender: transfer.kind === 'sweep' ? depositAddress(transfer.keyIndex) : gasAccount,
  recipient: transfer.kind === 'sweep' ? payoutAddress : depositAddress(transfer.keyIndex),
}));
const facts: fc.Arbitrary<TreasuryFacts> = fc.record({
  finalUnits: fc.bigInt({ min: 0n, max: 1500n }),
  spentWithin24h: fc.bigInt({ min: 0n, max: 6000n }),
});

const isAllowed = (transfer: TreasuryTransfer, known: TreasuryFacts): boolean =>
  isAccepted(() => authorizeTransfer(policy, transfer, known));

function isAccepted(authorize: () => void): boolean {
  try {
    authorize();
    return true;
  } catch (error) {
    if (error instanceof TreasuryRejected) return false;
    throw error;
  }
}

test('tokens leave a deposit address only for the payout address, and the gas account pays only deposit addresses (control 63)', () => {
  fc.assert(
    fc.property(fc.oneof(transfers, likely), facts, (transfer, known) => {
      const [sender, recipient] =
        transfer.kind === 'sweep'
          ? [depositAddress(transfer.keyIndex), payoutAddress]
          : [gasAccount, depositAddress(transfer.keyIndex)];
      const isOwn = transfer.sender === sender && transfer.recipient === recipient;
      expect(isOwn || !isAllowed(transfer, known)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('a transfer is signed if and only if it is within all limits (control 63)', () => {
  fc.assert(
    fc.property(likely, facts, (transfer, known) => {
      const isSweep = transfer.kind === 'sweep';
      const most = isSweep ? known.finalUnits : 1000n;
      const isWithin =
        transfer.currency === 'WUSD' &&
        known.finalUnits >= 50n &&
        transfer.amount > 0n &&
        transfer.amount <= most &&
        transfer.gas <= 100n &&
        transfer.fees.maxFeePerGas <= 10n &&
        (isSweep || known.spentWithin24h + costOf(transfer) <= 5000n);
      expect(isAllowed(transfer, known)).toBe(isWithin);
    }),
    { numRuns: 5000 },
  );
});

test('the total cost of a day’s top-ups never exceeds the limit', () => {
  fc.assert(
    fc.property(fc.array(likely, { maxLength: 60 }), (asked) => {
      let spentWithin24h = 0n;
      for (const transfer of asked) {
        const known = { finalUnits: 1500n, spentWithin24h };
        if (transfer.kind === 'top-up' && isAllowed(transfer, known)) spentWithin24h += costOf(transfer);
      }
      expect(spentWithin24h <= policy.limits.gasPerDay).toBe(true);
    }),
  );
});

test('a transfer is replaced if and only if its fee is within the limits and its key is available (control 63)', () => {
  fc.assert(
    fc.property(transfers, transfers, (recorded, { fees }) => {
      const isWithin =
        recorded.gas <= 100n &&
        fees.maxFeePerGas <= 10n &&
        (recorded.kind === 'sweep' || recorded.sender === gasAccount);
      expect(isAccepted(() => authorizeReplacement(policy, recorded, fees))).toBe(isWithin);
    }),
    { numRuns: 2000 },
  );
});

test('the rejection reports that the gas account has changed', () => {
  const recorded = {
    kind: 'top-up' as const,
    sender: address(0xdead),
    recipient: address(1),
    keyIndex: 1n,
    currency: 'WUSD',
    amount: 1n,
    gas: 1n,
    fees: { maxFeePerGas: 1n, maxPriorityFeePerGas: 0n },
  };
  expect(() => authorizeReplacement(policy, recorded, recorded.fees)).toThrow('The gas account was changed');
});
