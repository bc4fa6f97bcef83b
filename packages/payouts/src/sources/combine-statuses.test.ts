import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDead, type PayoutStatus } from '../payout-port.ts';
import { combineStatuses } from './combine-statuses.ts';

const pending = { confirmations: 0, isReverted: false };
const confirmed = { confirmations: 5, isReverted: false, block: 96n };
const reverted = { ...confirmed, isReverted: true };

test.each<[PayoutStatus[], PayoutStatus]>([
  [['displaced', 'displaced'], 'displaced'],
  [['expired', 'expired'], 'expired'],
  [['expired', 'displaced'], 'unknown'],
  [['displaced', 'unknown'], 'unknown'],
  [['expired'], 'unknown'],
  [[pending, 'unknown'], pending],
  [[pending, 'displaced'], pending],
  [[confirmed, 'unknown'], pending],
  [[confirmed, pending], pending],
  [[confirmed], pending],
  [[reverted], pending],
  [[reverted, 'unknown'], pending],
  [[confirmed, { ...confirmed, confirmations: 3 }], { ...confirmed, confirmations: 3 }],
  [[reverted, { ...reverted, confirmations: 2 }], { ...reverted, confirmations: 2 }],
])('combines the statuses of two nodes, case %#', (statuses, combined) => {
  expect(combineStatuses(statuses, 2)).toEqual(combined);
});

test.each<[PayoutStatus[]]>([
  [[confirmed, 'displaced']],
  [[confirmed, 'expired']],
  [[confirmed, reverted]],
  [[confirmed, { ...confirmed, block: 97n }]],
])('rejects contradictory statuses, case %#', (statuses) => {
  expect(() => combineStatuses(statuses, 2)).toThrow('Nodes disagree');
});

test('reports an end only if every node reports it', () => {
  const anyStatus: fc.Arbitrary<PayoutStatus> = fc.oneof(
    fc.constantFrom<PayoutStatus>('unknown', 'displaced', 'expired'),
    fc.record({ confirmations: fc.nat(3), isReverted: fc.boolean(), block: fc.bigInt(1n, 2n) }),
  );
  fc.assert(
    fc.property(fc.array(anyStatus, { minLength: 1, maxLength: 4 }), fc.nat(2), (statuses, silent) => {
      let combined: PayoutStatus;
      try {
        combined = combineStatuses(statuses, statuses.length + silent);
      } catch {
        return;
      }
      const isEnd = isDead(combined) || (typeof combined === 'object' && combined.confirmations > 0);
      if (!isEnd) return;
      const resultOf = (status: PayoutStatus) => (typeof status === 'object' ? status.isReverted : status);
      expect(silent).toBe(0);
      expect(new Set(statuses.map(resultOf))).toEqual(new Set([resultOf(combined)]));
    }),
  );
});
