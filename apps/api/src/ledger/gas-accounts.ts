import type { Clock } from '@wusd/server-kit/clock';
import type { Trx } from '../platform/database/database.ts';
import { findOrOpenAccount } from './ledger.ts';

// Accounts for network fees, in the networks' native coins.

/**
 * Native coins for fees that our addresses on a network hold. A negative balance means that funding is not recorded
 * yet; fees are posted anyway.
 */
export function gasAccount(trx: Trx, clock: Clock, networkId: number, asset: string): Promise<string> {
  return findOrOpenAccount(trx, clock, {
    owner: `gas:${networkId}`,
    asset,
    kind: 'gas',
    normal_side: 'debit',
    may_go_negative: true,
  });
}

/** Fees that we have paid to a network. */
export function gasExpenseAccount(trx: Trx, clock: Clock, networkId: number, asset: string): Promise<string> {
  return findOrOpenAccount(trx, clock, {
    owner: `gas:${networkId}`,
    asset,
    kind: 'gas expense',
    normal_side: 'debit',
    may_go_negative: false,
  });
}

/** Native coins that the company has contributed to pay network fees. */
export function treasuryAccount(trx: Trx, clock: Clock, asset: string): Promise<string> {
  return findOrOpenAccount(trx, clock, {
    owner: 'treasury',
    asset,
    kind: 'treasury',
    normal_side: 'credit',
    may_go_negative: false,
  });
}
