import type { OtcRate } from '@wusd/api-sdk/core';
import { compare, subtract } from '@wusd/api-sdk/money';

type Amounts = Pick<OtcRate, 'pay' | 'receive'>;

/** How a new rate changes one side's amount; undefined if the amounts are the same. */
export type RateChange = { side: 'pay' | 'receive'; direction: 'more' | 'less'; by: OtcRate['pay'] } | undefined;

/** Compares two rates for the same typed amount, so that at most one side differs. */
export function findRateChange(earlier: Amounts, current: Amounts): RateChange {
  const side = compare(earlier.pay.amount, current.pay.amount) === 0 ? 'receive' : 'pay';
  const [before, now] = [earlier[side], current[side]];
  const order = compare(now.amount, before.amount);
  if (order === 0) return undefined;
  const [larger, smaller] = order > 0 ? [now, before] : [before, now];
  return {
    side,
    direction: order > 0 ? 'more' : 'less',
    by: { currency: now.currency, amount: subtract(larger.amount, smaller.amount) },
  };
}
