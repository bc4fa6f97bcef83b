import type { PaymentTerms } from '@wusd/api-sdk';
import type { Currency } from '@wusd/api-sdk/domain';
import { compare } from '@wusd/api-sdk/money';
import type { Customer } from '../../commands/customers.ts';
import { getOrThrow } from '@wusd/server-kit/registry/lookup';
import { offering } from '../config/offering.ts';
import { settlementMs } from '../exchange/otc/commands.ts';
import { remainingSwapLimits } from '../exchange/otc/limits.ts';
import { readAllSwapTerms } from '../exchange/otc/terms.ts';
import type { Services } from '../services.ts';
import { arrivalAfter } from '../transfers/core/business-days.ts';
import type { RemainingLimits } from '../transfers/core/rolling-limits.ts';
import { remainingCryptoLimits } from '../transfers/crypto/limits.ts';
import { readAllNetworkTerms } from '../transfers/crypto/terms.ts';
import { readDepositBounds, readRailFees, remainingFiatLimitsByCurrency } from '../transfers/fiat/terms.ts';
import { windowsOf } from './limits.ts';

/** The customer whose terms are read, and the time. */
interface Reader {
  services: Services;
  now: Date;
  /** Undefined if the caller is not signed in. */
  customer: Customer | undefined;
  /** Empty if the caller is not signed in; `accountType` is then `individual`. */
  id: string;
  accountType: string;
}

const inBusinessDays = { least: 1, most: 2, unit: 'business days' } as const;
const moneyIn = (currency: Currency) => (amount: string) => ({ currency, amount });

/**
 * Lists the cost, duration and limits of every payment that this server offers, from the same functions that payment
 * reviews use. An anonymous caller gets the terms of an individual, without remaining limits.
 */
export async function listPaymentTerms(services: Services, customer: Customer | undefined): Promise<PaymentTerms[]> {
  const { id, accountType } = customer ?? { id: '', accountType: 'individual' };
  const reader = { services, now: services.clock.now(), customer, id, accountType };
  const terms = await Promise.all([depositTerms(reader), payoutTerms(reader), cryptoTerms(reader), swapTerms(reader)]);
  return terms.flat();
}

/** @param maximum maximum of one payment */
function limitsOf(
  { customer, now }: Reader,
  currency: Currency,
  remaining: RemainingLimits<{ daily: string; monthly: string }>,
  { minimum, maximum }: { minimum: string; maximum: string },
) {
  const money = moneyIn(currency);
  return {
    minimum: money(minimum),
    maximum: money(maximum),
    ...(customer && {
      maximumNow: money(compare(maximum, remaining.amount) < 0 ? maximum : remaining.amount),
      ...windowsOf(remaining, now),
    }),
  };
}

function depositTerms({ services, now }: Reader): Promise<PaymentTerms[]> {
  const banks = Map.groupBy(offering(services).currencyRails, ({ currency }) => currency);
  return Promise.all(
    [...banks].map(async ([currency, ways]): Promise<PaymentTerms> => {
      const { minimum, maximum } = await readDepositBounds(services.db, currency);
      const money = moneyIn(currency);
      return {
        act: 'fiat deposit',
        currency,
        partnerIds: [...new Set(ways.flatMap(({ partnerIds }) => partnerIds))],
        fees: [],
        takes: inBusinessDays,
        arrivesBy: arrivalAfter(now).toISOString(),
        minimum: money(minimum),
        maximum: money(maximum),
      };
    }),
  );
}

async function payoutTerms(reader: Reader): Promise<PaymentTerms[]> {
  const { services, now, id, accountType } = reader;
  const { db, clock } = services;
  const [feeOf, remainingOf] = await Promise.all([
    readRailFees(db),
    remainingFiatLimitsByCurrency(db, clock, id, accountType),
  ]);
  return offering(services).currencyRails.map(({ currency, rail, partnerIds }) => {
    const fee = feeOf(rail, currency);
    const remaining = getOrThrow(remainingOf, currency);
    return {
      act: 'fiat withdrawal',
      currency,
      rail,
      partnerIds,
      // A fee of zero is not listed, as in a review.
      fees: compare(fee, '0') === 0 ? [] : [{ name: 'bank fee', money: moneyIn(currency)(fee) }],
      takes: inBusinessDays,
      arrivesBy: arrivalAfter(now).toISOString(),
      ...limitsOf(reader, currency, remaining, { minimum: remaining.limits.minimum, maximum: remaining.limits.daily }),
    };
  });
}

async function cryptoTerms(reader: Reader): Promise<PaymentTerms[]> {
  const { services, now, id, accountType } = reader;
  const { db, clock } = services;
  const [networks, remaining] = await Promise.all([
    readAllNetworkTerms(db),
    remainingCryptoLimits(db, clock, id, accountType),
  ]);
  const pairs = offering(services).currencyNetworks.flatMap(({ currency, networkIds }) =>
    networkIds.map((networkId) => ({ currency, networkId })),
  );
  return pairs.flatMap(({ currency, networkId }): PaymentTerms[] => {
    const { confirmations, minimumDeposit, withdrawalFee } = getOrThrow(networks, networkId);
    const money = moneyIn(currency);
    return [
      {
        act: 'crypto deposit',
        currency,
        networkId,
        fees: [],
        takes: { least: 5, most: 20, unit: 'minutes' },
        confirmationsNeeded: confirmations,
        minimum: money(minimumDeposit),
      },
      {
        act: 'crypto withdrawal',
        currency,
        networkId,
        fees: [{ name: 'network fee', money: money(withdrawalFee) }],
        takes: inBusinessDays,
        arrivesBy: arrivalAfter(now).toISOString(),
        ...limitsOf(reader, currency, remaining, {
          minimum: remaining.limits.minimum,
          maximum: remaining.limits.daily,
        }),
      },
    ];
  });
}

async function swapTerms(reader: Reader): Promise<PaymentTerms[]> {
  const { services, now, id, accountType } = reader;
  const { db, clock } = services;
  const [termsOf, remaining] = await Promise.all([
    readAllSwapTerms(db),
    remainingSwapLimits(db, clock, id, accountType),
  ]);
  const money = moneyIn('WUSD');
  return offering(services).swapPairs.flatMap(({ pay: counterCurrency, receive }): PaymentTerms[] => {
    // Both directions have the same terms.
    if (receive !== 'WUSD') return [];
    const terms = getOrThrow(termsOf, counterCurrency);
    return [
      {
        act: 'swap',
        currency: 'WUSD',
        counterCurrency,
        fees: [],
        basisPoints: terms.basisPoints,
        freeAllowance: money(terms.freeAllowance),
        approvalAbove: money(terms.approvalAbove),
        takes: { least: 0, most: 1, unit: 'minutes' },
        arrivesBy: new Date(now.getTime() + settlementMs).toISOString(),
        ...limitsOf(reader, 'WUSD', remaining, terms),
      },
    ];
  });
}
