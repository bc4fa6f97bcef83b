import { currencies, decimalsOf } from '@wusd/api-sdk/domain';
import { add, compare, convert, fromMinor } from '@wusd/api-sdk/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { priceSwap, type SwapRequest, type PricingTerms } from './pricing.ts';

const dollars: PricingTerms = { rate: '1', basisPoints: -5, allowance: '100000' };

describe('the price of a swap', () => {
  test.each<[string, SwapRequest, PricingTerms, object]>([
    [
      'one to one within the free allowance',
      { pay: 'USD', receive: 'WUSD', side: 'pay', amount: '1000.00' },
      dollars,
      { pay: '1000.00', receive: '1000.00', charge: '0.00', value: '1000.00' },
    ],
    [
      'with a charge only on the amount above the allowance',
      { pay: 'USD', receive: 'WUSD', side: 'pay', amount: '150000.00' },
      dollars,
      { pay: '150000.00', receive: '149975.00', charge: '25.00', value: '150000.00' },
    ],
    [
      'from the amount to receive',
      { pay: 'USD', receive: 'WUSD', side: 'receive', amount: '149975.00' },
      dollars,
      { pay: '150000.00', receive: '149975.00', charge: '25.00', value: '150000.00' },
    ],
    [
      'with the charge in the currency received',
      { pay: 'WUSD', receive: 'JPY', side: 'pay', amount: '100.00' },
      { rate: '150', basisPoints: -25, allowance: '0' },
      { pay: '100.00', receive: '14962', charge: '38', value: '100.00' },
    ],
    [
      'with a rebate on the whole amount',
      { pay: 'USDC', receive: 'WUSD', side: 'pay', amount: '1000.00' },
      { rate: '1', basisPoints: 10, allowance: '100000' },
      { pay: '1000.00', receive: '1001.00', charge: '-1.00', value: '1000.00' },
    ],
    [
      'with a rebate even if the amount is worth less than the smallest unit',
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

  test('never lets receive plus charge exceed the value of pay, for an amount on either side', () => {
    fc.assert(
      fc.property(question, terms, (request, pricingTerms) => {
        const priced = priceSwap(request, pricingTerms);
        expect(priced[request.side]).toBe(request.amount);
        const worth = convert(priced.pay, pricingTerms.rate, decimalsOf(request.receive), 'down');
        // The difference is only a rounding to the smallest unit.
        expect(compare(add(priced.receive, priced.charge), worth)).toBeLessThanOrEqual(0);
        if (pricingTerms.basisPoints <= 0) expect(compare(priced.charge, '0')).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('buys at least the requested amount when the customer pays the quoted price', () => {
    fc.assert(
      fc.property(question, terms, (request, pricingTerms) => {
        const quoted = priceSwap(
          { ...request, side: 'receive', amount: priceSwap({ ...request, side: 'receive' }, pricingTerms).receive },
          pricingTerms,
        );
        const bought = priceSwap({ ...request, side: 'pay', amount: quoted.pay }, pricingTerms);
        expect(compare(bought.receive, quoted.receive)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('never buys less when the customer pays more', () => {
    fc.assert(
      fc.property(question, terms, (asked, given) => {
        const more = { ...asked, side: 'pay' as const, amount: priceSwap(asked, given).pay };
        const next = { ...more, amount: add(more.amount, fromMinor(1n, decimalsOf(asked.pay))) };
        expect(compare(priceSwap(next, given).receive, priceSwap(more, given).receive)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
