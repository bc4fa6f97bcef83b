import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { generateScenario } from './scenario.ts';

const dayS = 24 * 60 * 60;
const seed = fc.integer({ min: 0, max: 2_147_483_647 });
const days = fc.integer({ min: 1, max: 366 });

describe('a life follows from its seed', () => {
  test('the same for the same, in its order, within its days', () => {
    fc.assert(
      fc.property(seed, days, (of, within) => {
        const life = generateScenario(of, within);
        expect(generateScenario(of, within)).toEqual(life);
        expect(life.map(({ at }) => at)).toEqual(life.map(({ at }) => at).toSorted((one, another) => one - another));
        for (const { at } of life) {
          expect(at).toBeGreaterThanOrEqual(0);
          expect(at).toBeLessThan(within * dayS);
        }
      }),
    );
  });

  test('so that a longer one begins as a shorter one does, but for what is on its way at the end', () => {
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

  test('with amounts that are decimals above nothing, for one person or for a company', () => {
    fc.assert(
      fc.property(seed, fc.constantFrom(1, 25), (of, times) => {
        for (const { event } of generateScenario(of, 366, times))
          if ('amount' in event) expect(event.amount).toMatch(/^[1-9]\d*\.\d{2,6}$/);
      }),
    );
  });

  test('in which a year has everything that can happen', () => {
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
