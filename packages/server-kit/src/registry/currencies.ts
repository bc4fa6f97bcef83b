import { currencies, type Currency, type currencyKinds, kindOf } from '@wusd/api-sdk/domain';
import { lookUp, requireKey } from './lookup.ts';

type OfKind<Kind> = { [C in Currency]: (typeof currencyKinds)[C] extends Kind ? C : never }[Currency];
export type CryptoCurrency = OfKind<'crypto'>;
export type FiatCurrency = OfKind<'fiat'>;

/** Fraction digits of one minor unit of an asset: the maximum of its native decimals. */
export const ledgerScale = {
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
} as const satisfies Record<Currency, number>;

export const isFiat = (currency: Currency): currency is FiatCurrency => kindOf(currency) === 'fiat';
export const isCrypto = (currency: Currency): currency is CryptoCurrency => kindOf(currency) === 'crypto';

export const fiatCurrencies: readonly FiatCurrency[] = currencies.filter(isFiat);
export const cryptoCurrencies: readonly CryptoCurrency[] = currencies.filter(isCrypto);

/** Decimal places of a currency's minor units in the ledger. @throws UnknownKeyError */
export function scaleOf(code: string): number {
  return lookUp('currency', ledgerScale, code);
}

/** @throws UnknownKeyError */
export function currencyOf(code: string): Currency {
  return requireKey('currency', ledgerScale, code);
}
