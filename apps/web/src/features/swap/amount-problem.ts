import type { OtcRate } from '@wusd/api-sdk/core';
import { decimalsOf } from '@wusd/api-sdk/domain';
import { add, compare, subtract } from '@wusd/api-sdk/money';
import { parseTypedAmount } from '../../shared/forms/amount-input.ts';
import type { SwapDraft } from './payment.ts';

type Money = OtcRate['pay'];

export type AmountProblem =
  | { id: 'field.required' | 'swap.amountRequired' | 'home.calc.amountInvalid' }
  | { id: 'swap.minimum' | 'swap.maximum' | 'swap.insufficient'; bound: Money };

/** The typed amount as a decimal string; undefined if no rate can be requested for it. */
export function usableAmount({ sides, typed }: SwapDraft): string | undefined {
  const amount = parseTypedAmount(typed.text, decimalsOf(sides[typed.side]));
  return amount !== undefined && /[1-9]/.test(amount) ? amount : undefined;
}

/** The problem with the typed text, which needs no rate. */
export function findTypingProblem({ sides, typed }: SwapDraft, isSubmitted: boolean): AmountProblem | undefined {
  if (typed.text.trim() === '') return isSubmitted ? { id: 'field.required' } : undefined;
  const amount = parseTypedAmount(typed.text, decimalsOf(sides[typed.side]));
  if (amount === undefined) return { id: 'home.calc.amountInvalid' };
  return /[1-9]/.test(amount) ? undefined : { id: 'swap.amountRequired' };
}

/** The reason why a quote can't be accepted: it is outside its bounds, or above the available balance. */
export function findQuoteProblem(quote: OtcRate, available: string | undefined): AmountProblem | undefined {
  const { pay, minimum, maximum } = quote;
  const value = valueInWusd(quote);
  if (minimum && compare(value, minimum.amount) < 0) return { id: 'swap.minimum', bound: minimum };
  if (maximum && compare(value, maximum.amount) > 0) return { id: 'swap.maximum', bound: maximum };
  if (available !== undefined && compare(pay.amount, available) > 0)
    return { id: 'swap.insufficient', bound: { currency: pay.currency, amount: available } };
  return undefined;
}

/** Bounds are in WUSD and apply before any charge. */
function valueInWusd({ pay, receive, fees: [fee] }: OtcRate): string {
  if (pay.currency === 'WUSD') return pay.amount;
  if (!fee) return receive.amount;
  return (fee.name === 'rebate' ? subtract : add)(receive.amount, fee.money.amount);
}
