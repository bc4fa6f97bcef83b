import { decimalsOf } from '@wusd/api-sdk/domain';
import { Decimal as BaseDecimal } from 'decimal.js';

const Decimal = BaseDecimal.clone({ precision: 60 });

export interface SwapRequest {
  pay: string;
  receive: string;
  /** Which side was given, and how much of it; a decimal no finer than its currency. */
  side: 'pay' | 'receive';
  amount: string;
}

export interface PricingTerms {
  /** How many of what is received one of what is paid buys at the middle of the market. */
  rate: string;
  /** 1e-4 each; below zero a charge, above a rebate. */
  basisPoints: number;
  /** How much is still free of a charge, in WUSD. */
  allowance: string;
}

export interface Price {
  pay: string;
  receive: string;
  /** In what is received; below zero it is given. */
  charge: string;
  /** Before any charge, in WUSD. */
  value: string;
}

/**
 * Prices a swap of which one side is WUSD. The given side stays as it was given; of the other, what is paid is rounded up and
 * what is received down, so that `receive` plus `charge` is never more than `pay` is worth.
 */
export function priceSwap(
  { pay, receive, side, amount }: SwapRequest,
  { rate, basisPoints, allowance }: PricingTerms,
): Price {
  const fine = decimalsOf(receive);
  const middle = new Decimal(rate);
  const charged = new Decimal(-basisPoints).div(10_000);
  // A rebate is given on all of it. The allowance is told in WUSD, and compared in what is received.
  const free = charged.isNegative() ? new Decimal(0) : new Decimal(allowance).times(pay === 'WUSD' ? middle : 1);
  const chargeOn = (gross: InstanceType<typeof Decimal>) => Decimal.max(0, gross.minus(free)).times(charged);

  let paid = new Decimal(amount);
  let received = new Decimal(amount);
  if (side === 'pay') {
    const gross = paid.times(middle);
    received = gross.minus(chargeOn(gross)).toDecimalPlaces(fine, Decimal.ROUND_DOWN);
  } else {
    const gross = received.lte(free)
      ? received
      : received.minus(charged.times(free)).div(new Decimal(1).minus(charged));
    paid = gross.div(middle).toDecimalPlaces(decimalsOf(pay), Decimal.ROUND_UP);
  }
  const worth = paid.times(middle).toDecimalPlaces(fine, Decimal.ROUND_DOWN);
  // Nothing is charged on what is free. A rebate is never that, however little what it is given on is worth.
  const isFree = charged.isZero() || (charged.isPositive() && worth.lte(free));
  const charge = isFree ? new Decimal(0) : worth.minus(received);
  return {
    pay: paid.toFixed(decimalsOf(pay)),
    receive: received.toFixed(fine),
    charge: charge.toFixed(fine),
    value: (pay === 'WUSD' ? paid : worth).toFixed(decimalsOf('WUSD')),
  };
}
