import type { OtcRate } from '@wusd/api-sdk/core';
import { expect, test } from 'vitest';
import { findQuoteProblem, findTypingProblem, usableAmount } from './amount-problem.ts';
import type { SwapDraft } from './payment.ts';

const draftOf = (text: string): SwapDraft => ({
  sides: { pay: 'WUSD', receive: 'THB' },
  typed: { side: 'pay', text },
});
const quote: OtcRate = {
  pay: { currency: 'WUSD', amount: '150.00' },
  receive: { currency: 'THB', amount: '5175.07' },
  rate: '34.5',
  basisPoints: -25,
  fees: [],
  indicative: false,
  asOf: '2026-03-01T08:00:00.000Z',
  minimum: { currency: 'WUSD', amount: '10.00' },
  maximum: { currency: 'WUSD', amount: '1000.00' },
};

test('an empty amount is an error only after the form was submitted', () => {
  expect(findTypingProblem(draftOf(''), false)).toBeUndefined();
  expect(findTypingProblem(draftOf(''), true)).toEqual({ id: 'field.required' });
});

test('an ambiguous amount and zero request no rate', () => {
  expect(findTypingProblem(draftOf('1,00'), false)).toEqual({ id: 'home.calc.amountInvalid' });
  expect(findTypingProblem(draftOf('0.00'), false)).toEqual({ id: 'swap.amountRequired' });
  expect([usableAmount(draftOf('1,00')), usableAmount(draftOf('0')), usableAmount(draftOf('1,250'))]).toEqual([
    undefined,
    undefined,
    '1250',
  ]);
});

test('a quote’s bounds apply to its value in WUSD before any charge', () => {
  const mint = (receive: string, fee: string, name: 'charge' | 'rebate'): OtcRate => ({
    ...quote,
    pay: { currency: 'USD', amount: '10.00' },
    receive: { currency: 'WUSD', amount: receive },
    fees: [{ name, money: { currency: 'WUSD', amount: fee } }],
  });
  expect(findQuoteProblem(mint('9.99', '0.01', 'charge'), undefined)).toBeUndefined();
  expect(findQuoteProblem(mint('10.00', '0.01', 'rebate'), undefined)).toEqual({
    id: 'swap.minimum',
    bound: quote.minimum,
  });
  expect(findQuoteProblem({ ...quote, pay: { currency: 'WUSD', amount: '1000.01' } }, undefined)).toEqual({
    id: 'swap.maximum',
    bound: quote.maximum,
  });
});

test('a quote above the available balance reports that balance', () => {
  expect(findQuoteProblem(quote, '149.99')).toEqual({
    id: 'swap.insufficient',
    bound: { currency: 'WUSD', amount: '149.99' },
  });
  expect(findQuoteProblem(quote, '150.00')).toBeUndefined();
});
