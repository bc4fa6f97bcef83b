import { Decimal as BaseDecimal } from 'decimal.js';

/** Thirty significant digits, for rates and display only, never for balances. */
const Decimal = /* @__PURE__ */ BaseDecimal.clone({ precision: 30, toExpNeg: -60, toExpPos: 60 });

/**
 * Multiplies `amount` by `rate`, and rounds to `decimals` fraction digits.
 *
 * @param rounding `down` for amounts that a customer receives, `up` for amounts that a customer pays
 */
export function convert(amount: string, rate: string, decimals: number, rounding: 'down' | 'up'): string {
  return new Decimal(amount).times(rate).toFixed(decimals, rounding === 'down' ? Decimal.ROUND_DOWN : Decimal.ROUND_UP);
}

/** Divides `amount` by `rate`, rounded as in {@link convert}. */
export function convertBack(amount: string, rate: string, decimals: number, rounding: 'down' | 'up'): string {
  return new Decimal(amount).div(rate).toFixed(decimals, rounding === 'down' ? Decimal.ROUND_DOWN : Decimal.ROUND_UP);
}

/** Adjusts a rate by basis points (1e-4 of the rate each). Negative values lower it. */
export function adjustByBasisPoints(rate: string, basisPoints: number): string {
  return plain(new Decimal(rate).times(new Decimal(10_000).plus(basisPoints)).div(10_000));
}

/** Units of `to` that one `from` buys, if both are priced in the same unit. */
export function crossRate(priceOfFrom: string, priceOfTo: string): string {
  return plain(new Decimal(priceOfFrom).div(priceOfTo));
}

/** The contract's amounts have at most eighteen fraction digits. */
function plain(value: InstanceType<typeof Decimal>): string {
  return value.toDecimalPlaces(18, Decimal.ROUND_DOWN).toFixed();
}
