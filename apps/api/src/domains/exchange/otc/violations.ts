import { compare } from '@wusd/api-sdk/money';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Customer } from '../../../commands/customers.ts';
import { identityBlockers } from '../../identity-access/customers/rules.ts';
import { limitExceeded, type RemainingLimits } from '../../transfers/core/rolling-limits.ts';
import type { SwapLimits } from './limits.ts';
import { isQuoteLive, type Quote } from './quotes.ts';
import type { SwapTerms } from './terms.ts';
import { money } from './responses.ts';

/** All values that validate a swap, at one point in time. */
export interface SwapSnapshot {
  customer: Pick<Customer, 'identityStatus'> | undefined;
  quote: Quote;
  terms: SwapTerms;
  /** Balance in the currency paid. */
  available: string;
  remaining: RemainingLimits<SwapLimits>;
  now: Date;
}

/** Returns all violations of a swap. The order fails with the first violation. */
export function findViolations({ customer, quote, terms, available, remaining, now }: SwapSnapshot): AppError[] {
  return [
    ...identityBlockers(customer),
    ...(isQuoteLive(quote, now) ? [] : [new AppError('QUOTE_EXPIRED')]),
    ...(compare(quote.value, terms.minimum) < 0
      ? [new AppError('AMOUNT_BELOW_MINIMUM', { bound: money('WUSD', terms.minimum) })]
      : []),
    ...(compare(quote.value, terms.maximum) > 0
      ? [new AppError('AMOUNT_ABOVE_MAXIMUM', { bound: money('WUSD', terms.maximum) })]
      : compare(quote.value, remaining.amount) > 0
        ? [limitExceeded('WUSD', remaining, now)]
        : []),
    ...(compare(available, quote.pay) < 0 ? [insufficientBalance(quote, available)] : []),
  ];
}

export function insufficientBalance({ payCurrency }: Quote, available: string): AppError {
  return new AppError('INSUFFICIENT_BALANCE', { bound: money(payCurrency, available) });
}
