import { Decimal as BaseDecimal } from 'decimal.js';

/** Thirty significant digits; rates and display only, never balances. */
const Decimal = /* @__PURE__ */ BaseDecimal.clone({ precision: 30, toExpNeg: -60, toExpPos: 60 });

/**
 * `amount` times `rate`, cut or raised to `decimals` fraction digits.
 *
 * @param rounding `down` for what a customer receives, `up` for what a customer pays
 */
export function convert(amount: string, rate: string, decimals: number, rounding: 'down' | 'up'): string {
  return new Decimal(amount).times(rate).toFixed(decimals, rounding === 'down' ? Decimal.ROUND_DOWN : Decimal.ROUND_UP);
}

/** `amount` divided by `rate`, as {@link convert}. */
export function convertBack(amount: string, rate: string, decimals: number, rounding: 'down' | 'up'): string {
  return new Decimal(amount).div(rate).toFixed(decimals, rounding === 'down' ? Decimal.ROUND_DOWN : Decimal.ROUND_UP);
}

/** A rate moved by basis points, 1e-4 of itself each; negative lowers it. */
export function adjustByBasisPoints(rate: string, basisPoints: number): string {
  return plain(new Decimal(rate).times(new Decimal(10_000).plus(basisPoints)).div(10_000));
}

/** How many of `to` one `from` buys, where both are priced in the same unit. */
export function crossRate(priceOfFrom: string, priceOfTo: string): string {
  return plain(new Decimal(priceOfFrom).div(priceOfTo));
}

/** Eighteen fraction digits are as many as the contract's amounts carry. */
function plain(value: InstanceType<typeof Decimal>): string {
  return value.toDecimalPlaces(18, Decimal.ROUND_DOWN).toFixed();
}
