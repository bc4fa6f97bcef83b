import type { Limit } from '@wusd/api-sdk';
import { currencies, kindOf } from '@wusd/api-sdk/domain';
import type { Customer } from '../../commands/customers.ts';
import { remainingSwapLimits } from '../exchange/otc/limits.ts';
import { readAllSwapTerms } from '../exchange/otc/terms.ts';
import type { Services } from '../services.ts';
import { remainingCryptoLimits } from '../transfers/crypto/limits.ts';
import { remainingFiatLimitsByCurrency } from '../transfers/fiat/terms.ts';
import type { Allowance, RemainingLimits } from '../transfers/core/rolling-limits.ts';

/** Reads a customer's current limits with the same queries that validate swaps and withdrawals. Runs seven queries. */
export async function readLimits({ db, clock }: Services, { id, accountType }: Customer): Promise<Limit[]> {
  const now = clock.now();
  const [swaps, crypto, fiat, terms] = await Promise.all([
    remainingSwapLimits(db, clock, id, accountType),
    remainingCryptoLimits(db, clock, id, accountType),
    remainingFiatLimitsByCurrency(db, clock, id, accountType),
    readAllSwapTerms(db),
  ]);
  return currencies.flatMap((currency): Limit[] => {
    const swapTerms = terms.get(currency);
    const withdrawalLimits = kindOf(currency) === 'crypto' ? crypto : fiat.get(currency);
    return [
      ...(swapTerms
        ? [
            {
              act: 'swap' as const,
              currency: 'WUSD' as const,
              counterCurrency: currency,
              minimum: swapTerms.minimum,
              maximum: swapTerms.maximum,
              ...windowsOf(swaps, now),
            },
          ]
        : []),
      ...(withdrawalLimits
        ? [
            {
              act: kindOf(currency) === 'crypto' ? ('crypto withdrawal' as const) : ('fiat withdrawal' as const),
              currency,
              minimum: withdrawalLimits.limits.minimum,
              // The daily limit is also the limit of one withdrawal.
              maximum: withdrawalLimits.limits.daily,
              ...windowsOf(withdrawalLimits, now),
            },
          ]
        : []),
    ];
  });
}

/** The limit and the remaining amount of each rolling window. */
export function windowsOf(
  { limits, day, month }: RemainingLimits<{ daily: string; monthly: string }>,
  now: Date,
): Pick<Limit, 'rollingDay' | 'rolling30Days'> {
  const allowance = (limit: string, { amount, nextAt }: Allowance): Limit['rollingDay'] => ({
    limit,
    remaining: amount,
    resetsAt: (nextAt ?? now).toISOString(),
  });
  return { rollingDay: allowance(limits.daily, day), rolling30Days: allowance(limits.monthly, month) };
}
