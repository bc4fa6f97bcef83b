import { currencies, decimalsOf } from '@wusd/api-sdk/domain';
import { add, compare, convert, fromMinor } from '@wusd/api-sdk/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { priceSwap, type SwapRequest, type PricingTerms } from './pricing.ts';

const dollars: PricingTerms = { rate: '1', basisPoints: -5, allowance: '100000' };

describe('a swap is priced', () => {
  test.each<[string, SwapRequest, PricingTerms, object]>([
    [
      'one to one within the free allowance',
      { pay: 'USD', receive: 'WUSD', side: 'pay', amount: '1000.00' },
      dollars,
      { pay: '1000.00', receive: '1000.00', charge: '0.00', value: '1000.00' },
    ],
    [
      'with a charge on what is above it alone',
      { pay: 'USD', receive: 'WUSD', side: 'pay', amount: '150000.00' },
      dollars,
      { pay: '150000.00', receive: '149975.00', charge: '25.00', value: '150000.00' },
    ],
    [
      'from what is to arrive',
      { pay: 'USD', receive: 'WUSD', side: 'receive', amount: '149975.00' },
      dollars,
      { pay: '150000.00', receive: '149975.00', charge: '25.00', value: '150000.00' },
    ],
    [
      'with the charge in what is received',
      { pay: 'WUSD', receive: 'JPY', side: 'pay', amount: '100.00' },
      { rate: '150', basisPoints: -25, allowance: '0' },
      { pay: '100.00', receive: '14962', charge: '38', value: '100.00' },
    ],
    [
      'with a rebate on all of it',
      { pay: 'USDC', receive: 'WUSD', side: 'pay', amount: '1000.00' },
      { rate: '1', basisPoints: 10, allowance: '100000' },
      { pay: '1000.00', receive: '1001.00', charge: '-1.00', value: '1000.00' },
    ],
    [
      'with a rebate even on what is worth less than can be paid out',
      { pay: 'WUSD', receive: 'USDT', side: 'receive', amount: '0.01' },
      { rate: '0.000001', basisPoints: 1, allowance: '0' },
      { pay: '9999.01', receive: '0.01', charge: '-0.01', value: '9999.01' },
    ],
  ])('%s', (_how, question, terms, expected) => {
    expect(priceSwap(question, terms)).toEqual(expected);
  });

  const other = fc.constantFrom(...currencies.filter((currency) => currency !== 'WUSD'));
  const question = fc
    .record({
      other,
      isMint: fc.boolean(),
      side: fc.constantFrom('pay' as const, 'receive' as const),
      minor: fc.bigInt({ min: 1n, max: 10n ** 11n }),
    })
    .map(({ other: currency, isMint, side, minor }): SwapRequest => {
      const [pay, receive] = isMint ? [currency, 'WUSD'] : ['WUSD', currency];
      const typed = decimalsOf(side === 'pay' ? pay : receive);
      return { pay, receive, side, amount: fromMinor(minor, typed) };
    });
  const terms = fc.record({
    rate: fc.bigInt({ min: 1n, max: 10n ** 10n }).map((minor) => fromMinor(minor, 6)),
    basisPoints: fc.integer({ min: -500, max: 500 }),
    allowance: fc.bigInt({ min: 0n, max: 10n ** 8n }).map((minor) => fromMinor(minor, 2)),
  });

  test('so that nothing is made of nothing, whichever side was given', () => {
    fc.assert(
      fc.property(question, terms, (asked, given) => {
        const found = priceSwap(asked, given);
        expect(found[asked.side]).toBe(asked.amount);
        const worth = convert(found.pay, given.rate, decimalsOf(asked.receive), 'down');
        // What arrives and what is charged are together what was paid, or less by what can't be paid out.
        expect(compare(add(found.receive, found.charge), worth)).toBeLessThanOrEqual(0);
        if (given.basisPoints <= 0) expect(compare(found.charge, '0')).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('so that what is asked for from one side is never dearer from the other', () => {
    fc.assert(
      fc.property(question, terms, (asked, given) => {
        const there = priceSwap(
          { ...asked, side: 'receive', amount: priceSwap({ ...asked, side: 'receive' }, given).receive },
          given,
        );
        const back = priceSwap({ ...asked, side: 'pay', amount: there.pay }, given);
        expect(compare(back.receive, there.receive)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('so that more paid is never less received', () => {
    fc.assert(
      fc.property(question, terms, (asked, given) => {
        const more = { ...asked, side: 'pay' as const, amount: priceSwap(asked, given).pay };
        const next = { ...more, amount: add(more.amount, fromMinor(1n, decimalsOf(asked.pay))) };
        expect(compare(priceSwap(next, given).receive, priceSwap(more, given).receive)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
