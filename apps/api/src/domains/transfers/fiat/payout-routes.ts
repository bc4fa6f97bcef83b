import type { PayoutRoute } from '@wusd/api-sdk';
import type { Currency, Rail } from '@wusd/api-sdk/domain';
import { add, compare } from '@wusd/api-sdk/money';
import type { Db } from '../../../platform/database/database.ts';
import { AppError, checkAt } from '../../../platform/errors/app-error.ts';
import { currencyOf } from '@wusd/server-kit/registry/currencies';
import { railOf } from '@wusd/server-kit/registry/rails';
import { findCustomer } from '../../../commands/customers.ts';
import { requirementsFor } from '../../destinations/bank-accounts/requirements.ts';
import { quarantineMs } from '../../destinations/states.ts';
import type { Services } from '../../services.ts';
import { availableOf } from '../../wallet/accounts/available.ts';
import { assertValidAmount } from '../core/amount-validation.ts';
import { arrivalAfter } from '../core/business-days.ts';
import { mostAfterFee } from '../core/withdrawal-commands.ts';
import { findSavedAccount, sendersBy } from './accounts.ts';
import { readRailFee, remainingFiatLimits } from './terms.ts';

/** Fields by which routes are compared. */
interface Comparable {
  fee: { money: { amount: string } };
  arrivesBy: string;
}

/** Sorts routes by fee, then by arrival. Equal routes keep their order. */
export function rankRoutes<T extends Comparable>(routes: readonly T[]): T[] {
  return routes.toSorted(
    (a, b) => compare(a.fee.money.amount, b.fee.money.amount) || Date.parse(a.arrivesBy) - Date.parse(b.arrivesBy),
  );
}

/** The id of a saved account, or the properties of an unsaved account that determine its routes. */
export interface RoutesQuery {
  bankAccountId?: string | undefined;
  country?: string | undefined;
  currency?: Currency | undefined;
  rail?: Rail | undefined;
  /** Decimal amount that the recipient receives. */
  amount?: string | undefined;
}

/**
 * Lists the routes by which a withdrawal can reach a bank account, the recommended route first.
 *
 * @throws AppError NOT_FOUND, INVALID_REQUEST, PAIR_NOT_OFFERED, COUNTRY_NOT_SUPPORTED
 */
export async function listPayoutRoutes(
  services: Services,
  reader: Db,
  customerId: string,
  query: RoutesQuery,
): Promise<PayoutRoute[]> {
  const { clock, vault } = services;
  const { currency, rail, payoutsFrom } = await findReached(services, reader, customerId, query);
  const { amount } = query;
  if (amount !== undefined) assertValidAmount(amount, currency, '/query/amount');

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
  const leavesAt = Math.max(payoutsFrom.getTime(), clock.now().getTime());
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
      arrivesBy: arrivalAfter(new Date(leavesAt)).toISOString(),
    })),
  ).map((route, index) => ({ ...route, recommended: index === 0 }));
}

/** Returns the properties of a recipient that determine its routes. */
async function findReached(
  services: Services,
  reader: Db,
  customerId: string,
  { bankAccountId, country, currency, rail }: RoutesQuery,
): Promise<{ currency: Currency; rail: Rail; payoutsFrom: Date }> {
  const unsaved = { country, currency, rail };
  if (bankAccountId !== undefined) {
    const extra = Object.entries(unsaved).find(([, value]) => value !== undefined);
    if (extra) throw new AppError('INVALID_REQUEST', { field: `/query/${extra[0]}`, reasonCode: 'not-asked-for' });
    const account = await findSavedAccount(reader, customerId, bankAccountId);
    if (!account) throw new AppError('NOT_FOUND');
    const { currency: of, rail: by, payouts_from: payoutsFrom } = account;
    return { currency: currencyOf(of), rail: railOf(by), payoutsFrom };
  }
  if (country === undefined || currency === undefined || rail === undefined) throw incomplete(unsaved);
  const requirements = await checkAt('/query', () => requirementsFor(services, { country, currency, rail }));
  if (!requirements) throw new AppError('PAIR_NOT_OFFERED');
  return { currency, rail, payoutsFrom: new Date(services.clock.now().getTime() + quarantineMs) };
}

function incomplete(unsaved: Pick<RoutesQuery, 'country' | 'currency' | 'rail'>): AppError {
  const entries = Object.entries(unsaved);
  const missing = entries.filter(([, value]) => value === undefined).map(([name]) => name);
  const [field] = missing.length === entries.length ? ['bankAccountId'] : missing;
  return new AppError('INVALID_REQUEST', { field: `/query/${field}`, reasonCode: 'missing' });
}
