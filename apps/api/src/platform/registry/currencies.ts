/** Digits after the point that one minor unit of an asset stands for: the widest of its native decimals. */
export const ledgerScale: Readonly<Record<string, number>> = {
  WUSD: 18,
  USDT: 18,
  USDC: 18,
  USD: 2,
  SGD: 2,
  THB: 2,
  HKD: 2,
  GBP: 2,
  AUD: 2,
  EUR: 2,
  JPY: 0,
};
