import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { generateScenario } from './scenario.ts';

const dayS = 24 * 60 * 60;
const seed = fc.integer({ min: 0, max: 2_147_483_647 });
const days = fc.integer({ min: 1, max: 366 });

describe('a scenario', () => {
  test('is the same for the same seed, sorted, and within its days', () => {
    fc.assert(
      fc.property(seed, days, (of, within) => {
        const events = generateScenario(of, within);
        expect(generateScenario(of, within)).toEqual(events);
        expect(events.map(({ at }) => at)).toEqual(
          events.map(({ at }) => at).toSorted((one, another) => one - another),
        );
        for (const { at } of events) {
          expect(at).toBeGreaterThanOrEqual(0);
          expect(at).toBeLessThan(within * dayS);
        }
      }),
    );
  });

  test('begins like a shorter one of the same seed, except for the pending wire at the end', () => {
    fc.assert(
      fc.property(seed, days, days, (of, one, another) => {
        const [shorter, longer] = [Math.min(one, another), Math.max(one, another)];
        const begins = (within: number) =>
          generateScenario(of, within).filter(
            ({ at, event }) => at < shorter * dayS && !(event.kind === 'wire' && event.variant === 'declared'),
          );
        expect(begins(longer)).toEqual(begins(shorter));
      }),
    );
  });

  test('has positive decimal amounts, for individuals and companies', () => {
    fc.assert(
      fc.property(seed, fc.constantFrom(1, 25), (of, times) => {
        for (const { event } of generateScenario(of, 366, times))
          if ('amount' in event) expect(event.amount).toMatch(/^[1-9]\d*\.\d{2,6}$/);
      }),
    );
  });

  test('has every kind of event within a year', () => {
    fc.assert(
      fc.property(seed, (of) => {
        const kinds = new Set(generateScenario(of, 365).map(({ event }) => event.kind));
        expect([...kinds].toSorted()).toEqual(
          [
            'address saved',
            'auto-redemption on',
            'bank account saved',
            'held wire rejected',
            'payout',
            'payout returned',
            'send',
            'swap',
            'transfer',
            'wire',
          ].toSorted(),
        );
      }),
    );
  });
});
