import * as v from 'valibot';
import { expect, test } from 'vitest';
import { typedAmount } from './amount.ts';

test.each([
  [' 1,250.50 ', '1250.50'],
  ['0.01', '0.01'],
])('%j is sent as %s', (typed, amount) => {
  expect(v.parse(typedAmount(2), typed)).toBe(amount);
});

test.each([
  ['', 'field.required'],
  ['0.00', 'home.calc.amountInvalid'],
  ['1.005', 'home.calc.amountInvalid'],
  ['1,00', 'home.calc.amountInvalid'],
])('%j has the error %s', (typed, message) => {
  expect(v.safeParse(typedAmount(2), typed, { abortPipeEarly: true }).issues?.[0].message).toBe(message);
});
