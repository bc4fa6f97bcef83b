import { scaleOf } from '@wusd/server-kit/registry/currencies';
import { PayoutRejected } from './payout-port.ts';

/** Converts units of a token to minor units at ledger scale. */
export function toLedgerUnits(currency: string, { decimals }: { decimals: number }, units: bigint): bigint {
  return units * 10n ** BigInt(scaleOf(currency) - decimals);
}

/** Converts minor units at ledger scale to units of a token. @throws PayoutRejected if the token has too few decimals */
export function toTokenUnits(currency: string, { decimals }: { decimals: number }, minor: bigint): bigint {
  const unit = 10n ** BigInt(scaleOf(currency) - decimals);
  if (minor % unit !== 0n)
    throw new PayoutRejected(`${currency} can't represent this amount on its network`, 'not-configured');
  return minor / unit;
}
