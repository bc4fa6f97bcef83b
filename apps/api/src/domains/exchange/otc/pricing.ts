import { decimalsOf } from '@wusd/api-sdk/domain';
import { Decimal as BaseDecimal } from 'decimal.js';

const Decimal = BaseDecimal.clone({ precision: 60 });

export interface SwapRequest {
  pay: string;
  receive: string;
  /** The side of the swap that `amount` specifies. */
  side: 'pay' | 'receive';
  /** Decimal, with at most the decimals of its currency. */
  amount: string;
}

export interface PricingTerms {
  /** Units received for one unit paid, at the mid-market rate. */
  rate: string;
  /** Negative for a charge, positive for a rebate. */
  basisPoints: number;
  /** Remaining amount that is free of charge, in WUSD. */
  allowance: string;
}

export interface Price {
  pay: string;
  receive: string;
  /** In the received currency; negative for a rebate. */
  charge: string;
  /** In WUSD, before any charge. */
  value: string;
}

/**
 * Prices a swap with WUSD on one side. The requested amount stays unchanged. On the other side, a paid amount is
 * rounded up and a received amount down, so that `receive` plus `charge` never exceeds the value of `pay`.
 */
export function priceSwap(
  { pay, receive, side, amount }: SwapRequest,
  { rate, basisPoints, allowance }: PricingTerms,
): Price {
  const receiveDecimals = decimalsOf(receive);
  const midRate = new Decimal(rate);
  const chargeRate = new Decimal(-basisPoints).div(10_000);
  // A rebate applies to the entire amount. The allowance, in WUSD, is converted to the received currency.
  const freeAmount = chargeRate.isNegative()
    ? new Decimal(0)
    : new Decimal(allowance).times(pay === 'WUSD' ? midRate : 1);
  const chargeOn = (gross: InstanceType<typeof Decimal>) => Decimal.max(0, gross.minus(freeAmount)).times(chargeRate);

  let paid = new Decimal(amount);
  let received = new Decimal(amount);
  if (side === 'pay') {
    const gross = paid.times(midRate);
    received = gross.minus(chargeOn(gross)).toDecimalPlaces(receiveDecimals, Decimal.ROUND_DOWN);
  } else {
    const gross = received.lte(freeAmount)
      ? received
      : received.minus(chargeRate.times(freeAmount)).div(new Decimal(1).minus(chargeRate));
    paid = gross.div(midRate).toDecimalPlaces(decimalsOf(pay), Decimal.ROUND_UP);
  }
  const worth = paid.times(midRate).toDecimalPlaces(receiveDecimals, Decimal.ROUND_DOWN);
  // An amount within the allowance is free of charge. A rebate has no such threshold.
  const isFree = chargeRate.isZero() || (chargeRate.isPositive() && worth.lte(freeAmount));
  const charge = isFree ? new Decimal(0) : worth.minus(received);
  return {
    pay: paid.toFixed(decimalsOf(pay)),
    receive: received.toFixed(receiveDecimals),
    charge: charge.toFixed(receiveDecimals),
    value: (pay === 'WUSD' ? paid : worth).toFixed(decimalsOf('WUSD')),
  };
}
