import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxKnownDevices } from './known-devices.ts';
import { delayAfter, maxFailures } from './factor-failures.ts';

test('a factor accepts at most 100 consecutive failures over all of its allowances (control 5)', () => {
  expect(maxFailures * (maxKnownDevices + 3)).toBeLessThanOrEqual(100);
  expect(maxFailures).toBeGreaterThan(5);
});

test('the fifth failure delays the next try by 30 seconds, and each further failure doubles the delay up to an hour (control 5)', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), (failures) => {
      const seconds = delayAfter(failures);
      const next = delayAfter(failures + 1);
      if (failures < 5) expect(seconds).toBe(0);
      else {
        expect(seconds).toBeGreaterThanOrEqual(30);
        expect(seconds).toBeLessThanOrEqual(3600);
        expect(next).toBe(Math.min(3600, seconds * 2));
      }
    }),
  );
  expect([5, 6, 11, 12].map(delayAfter)).toEqual([30, 60, 1920, 3600]);
});
