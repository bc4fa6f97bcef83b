/** An amount that the contract does not allow, or that has more decimals than the currency. */
export class MoneyError extends Error {
  override readonly name = 'MoneyError';
  /** `not-a-decimal`: not digits with an optional fraction. `too-fine`: more fraction digits than the scale. */
  readonly reason: 'not-a-decimal' | 'too-fine';

  constructor(reason: MoneyError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

const decimalString = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/;

/**
 * Converts a decimal string to whole minor units, exactly.
 *
 * @param amount plain decimal string, e.g. `"1250.00"`
 * @param scale number of fraction digits of the minor unit; 2 for cents
 * @throws MoneyError if the string is not a plain decimal, or has more than `scale` fraction digits (trailing zeros
 *   aside)
 */
export function toMinor(amount: string, scale: number): bigint {
  const match = decimalString.exec(amount);
  if (!match) throw new MoneyError('not-a-decimal', `"${amount}" is not a plain decimal`);
  const [, sign, whole = '', fraction = ''] = match;
  const kept = fraction.slice(0, scale).padEnd(scale, '0');
  if (/[1-9]/.test(fraction.slice(scale)))
    throw new MoneyError('too-fine', `"${amount}" has more than ${scale} decimals`);
  const minor = BigInt(whole + kept);
  return sign ? -minor : minor;
}

/** Formats whole minor units with exactly `scale` fraction digits: `fromMinor(125000n, 2)` is `"1250.00"`. */
export function fromMinor(minor: bigint, scale: number): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(scale + 1, '0');
  const sign = minor < 0n ? '-' : '';
  if (scale === 0) return sign + digits;
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Whether a string is a plain decimal that fits in `scale` fraction digits. */
export function isAmount(text: string, scale: number): boolean {
  try {
    toMinor(text, scale);
    return true;
  } catch (error) {
    if (error instanceof MoneyError) return false;
    throw error;
  }
}

/** Compares two amounts, which can have different numbers of fraction digits. */
export function compare(a: string, b: string): -1 | 0 | 1 {
  const [left, right] = aligned(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Exact sum, with the fraction digits of the finer amount. */
export function add(a: string, b: string): string {
  const [left, right, scale] = aligned(a, b);
  return fromMinor(left + right, scale);
}

/** Exact difference, with the fraction digits of the finer amount. */
export function subtract(a: string, b: string): string {
  const [left, right, scale] = aligned(a, b);
  return fromMinor(left - right, scale);
}

/** Truncates to `decimals` fraction digits, so that a displayed balance never exceeds the real one. */
export function roundDown(amount: string, decimals: number): string {
  const scale = fractionDigits(amount);
  if (scale <= decimals) return fromMinor(toMinor(amount, decimals), decimals);
  return fromMinor(toMinor(amount, scale) / 10n ** BigInt(scale - decimals), decimals);
}

function fractionDigits(amount: string): number {
  return amount.split('.')[1]?.length ?? 0;
}

function aligned(a: string, b: string): [bigint, bigint, number] {
  const scale = Math.max(fractionDigits(a), fractionDigits(b));
  return [toMinor(a, scale), toMinor(b, scale), scale];
}
