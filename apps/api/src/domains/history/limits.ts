import type { Limit } from '@wusd/api-sdk';
import { currencies, kindOf } from '@wusd/api-sdk/domain';
import type { Customer } from '../../commands/customers.ts';
import { remainingSwapLimits } from '../exchange/otc/limits.ts';
import { readAllSwapTerms } from '../exchange/otc/terms.ts';
import type { Services } from '../services.ts';
import { remainingCryptoLimits } from '../transfers/crypto/limits.ts';
import { remainingFiatLimitsByCurrency } from '../transfers/fiat/terms.ts';
import type { Allowance, RemainingLimits } from '../transfers/core/rolling-limits.ts';

/** What each act of a customer is bounded by now: the numbers that the acts themselves are judged by. Seven queries, however many acts. */
export async function readLimits({ db, clock }: Services, { id, accountType }: Customer): Promise<Limit[]> {
  const now = clock.now();
  const allowance = (limit: string, { amount, nextAt }: Allowance): Limit['rollingDay'] => ({
    limit,
    remaining: amount,
    resetsAt: (nextAt ?? now).toISOString(),
  });
  const windows = ({ limits, day, month }: RemainingLimits<{ daily: string; monthly: string }>) => ({
    rollingDay: allowance(limits.daily, day),
    rolling30Days: allowance(limits.monthly, month),
  });
  const [swaps, crypto, fiat, terms] = await Promise.all([
    remainingSwapLimits(db, clock, id, accountType),
    remainingCryptoLimits(db, clock, id, accountType),
    remainingFiatLimitsByCurrency(db, clock, id, accountType),
    readAllSwapTerms(db),
  ]);
  return currencies.flatMap((currency): Limit[] => {
    const swapped = terms.get(currency);
    const withdrawn = kindOf(currency) === 'crypto' ? crypto : fiat.get(currency);
    return [
      ...(swapped
        ? [
            {
              act: 'swap' as const,
              currency: 'WUSD' as const,
              counterCurrency: currency,
              minimum: swapped.minimum,
              maximum: swapped.maximum,
              ...windows(swaps),
            },
          ]
        : []),
      ...(withdrawn
        ? [
            {
              act: kindOf(currency) === 'crypto' ? ('crypto withdrawal' as const) : ('fiat withdrawal' as const),
              currency,
              minimum: withdrawn.limits.minimum,
              // The most of a day is also the most at once.
              maximum: withdrawn.limits.daily,
              ...windows(withdrawn),
            },
          ]
        : []),
    ];
  });
}
