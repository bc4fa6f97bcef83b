import type { PayoutRoute } from '@wusd/api-sdk';
import { add, compare } from '@wusd/api-sdk/money';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { currencyOf } from '../../../platform/registry/currencies.ts';
import { railOf } from '../../../platform/registry/rails.ts';
import { findCustomer } from '../../../commands/customers.ts';
import type { Services } from '../../services.ts';
import { availableOf } from '../../wallet/accounts/available.ts';
import { assertValidAmount } from '../core/amount-validation.ts';
import { arrivesWithinMs, mostAfterFee } from '../core/withdrawal-commands.ts';
import { findSavedAccount, sendersBy } from './accounts.ts';
import { readRailFee, remainingFiatLimits } from './terms.ts';

/** What routes are compared by. */
interface Comparable {
  fee: { money: { amount: string } };
  arrivesBy: string;
}

/** The cheapest first; of those that cost the same the soonest; of those the one that came first. */
export function rankRoutes<T extends Comparable>(routes: readonly T[]): T[] {
  return routes.toSorted(
    (a, b) => compare(a.fee.money.amount, b.fee.money.amount) || Date.parse(a.arrivesBy) - Date.parse(b.arrivesBy),
  );
}

/**
 * The ways in which a withdrawal can reach a saved bank account, the recommended one first.
 *
 * @param amount what shall arrive, a decimal
 * @throws AppError NOT_FOUND, INVALID_REQUEST
 */
export async function listPayoutRoutes(
  services: Services,
  reader: Db,
  customerId: string,
  { bankAccountId, amount }: { bankAccountId: string; amount?: string | undefined },
): Promise<PayoutRoute[]> {
  const { clock, vault } = services;
  const account = await findSavedAccount(reader, customerId, bankAccountId);
  if (!account) throw new AppError('NOT_FOUND');
  const currency = currencyOf(account.currency);
  if (amount !== undefined) assertValidAmount(amount, currency, '/query/amount');

  const rail = railOf(account.rail);
  const fee = await readRailFee(reader, rail, currency);
  const customer = await findCustomer(reader, vault, customerId);
  const { limits, amount: allowance } = await remainingFiatLimits(
    reader,
    clock,
    customerId,
    customer?.accountType ?? '',
    currency,
  );
  const available = await availableOf(reader, customerId, currency);
  const affordable = mostAfterFee(available, fee);
  const maximum = compare(affordable, allowance) < 0 ? affordable : allowance;
  const leavesAt = Math.max(account.payouts_from.getTime(), clock.now().getTime());
  const money = (of: string) => ({ currency, amount: of });
  return rankRoutes(
    sendersBy(services, currency, rail).map(({ id, partnerId }) => ({
      senderAccountId: id,
      partnerId,
      rail,
      fee: { name: 'bank fee' as const, money: money(fee) },
      ...(amount !== undefined && { sends: money(add(amount, fee)) }),
      minimum: money(limits.minimum),
      maximum: money(maximum),
      arrivesBy: new Date(leavesAt + arrivesWithinMs).toISOString(),
    })),
  ).map((route, index) => ({ ...route, recommended: index === 0 }));
}
