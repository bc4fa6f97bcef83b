import type { Limit } from '@wusd/api-sdk';
import { currencies, kindOf } from '@wusd/api-sdk/domain';
import { remainingOf } from '../crypto/limits.ts';
import type { Customer } from '../customers/customers.ts';
import { remainingFiat } from '../fiat/terms.ts';
import { remainingSwaps } from '../otc/limits.ts';
import { readTerms } from '../otc/terms.ts';
import type { Services } from '../services.ts';
import type { Left, Remaining } from '../withdrawal-rules.ts';

/** What each act of a customer is bounded by now: the numbers that the acts themselves are judged by. */
export async function limitsOf({ db, clock }: Services, { id, accountType }: Customer): Promise<Limit[]> {
  const now = clock.now();
  const allowance = (limit: string, { amount, nextAt }: Left): Limit['rollingDay'] => ({
    limit,
    remaining: amount,
    resetsAt: (nextAt ?? now).toISOString(),
  });
  const windows = ({ limits, day, month }: Remaining<{ daily: string; monthly: string }>) => ({
    rollingDay: allowance(limits.daily, day),
    rolling30Days: allowance(limits.monthly, month),
  });
  const [swaps, crypto] = await Promise.all([
    remainingSwaps(db, clock, id, accountType),
    remainingOf(db, clock, id, accountType),
  ]);
  const others = currencies.filter((currency) => currency !== 'WUSD');
  const ofSwaps = await Promise.all(
    others.map(async (counterCurrency): Promise<Limit> => {
      const { minimum, maximum } = await readTerms(db, counterCurrency);
      return { act: 'swap', currency: 'WUSD', counterCurrency, minimum, maximum, ...windows(swaps) };
    }),
  );
  const ofCrypto = currencies
    .filter((currency) => kindOf(currency) === 'crypto')
    .map((currency): Limit => {
      const { minimum, daily: maximum } = crypto.limits;
      return { act: 'crypto withdrawal', currency, minimum, maximum, ...windows(crypto) };
    });
  const ofFiat = await Promise.all(
    currencies
      .filter((currency) => kindOf(currency) === 'fiat')
      .map(async (currency): Promise<Limit> => {
        const remaining = await remainingFiat(db, clock, id, accountType, currency);
        const { minimum, daily: maximum } = remaining.limits;
        return { act: 'fiat withdrawal', currency, minimum, maximum, ...windows(remaining) };
      }),
  );
  return [...ofSwaps, ...ofCrypto, ...ofFiat];
}
