import { isAmount, toMinor } from '@wusd/api-sdk/money';
import { nativeCoinOf, nativeCoinScale } from '@wusd/server-kit/registry/native-coins';
import type { NetworkId } from '@wusd/server-kit/registry/networks';
import { gasAccount, treasuryAccount } from '../../ledger/gas-accounts.ts';
import { LedgerError, post } from '../../ledger/ledger.ts';
import { audit } from '../../platform/audit/audit.ts';
import { transact } from '../../platform/database/database.ts';
import type { Services } from '../services.ts';
import { OperatorError, UsageError } from './errors.ts';
import type { CommandResult } from './results.ts';

export interface GasFunding {
  networkId: NetworkId;
  /** Decimal amount in the network's native coin. */
  amount: string;
  /** Hash of the funding transaction. Each transaction is recorded once. */
  hash: string;
  why: string;
}

/**
 * Records native coins that the company has sent to the gas account or the payout address, so that fees can be posted
 * against them.
 *
 * @throws UsageError if the amount is not positive or the hash is malformed; OperatorError CONFLICT if the transaction
 *   was recorded with another amount
 */
export async function fundGas(
  { db, clock }: Services,
  { networkId, amount, hash: given, why }: GasFunding,
  operator: string,
): Promise<CommandResult<'gas-funded'>> {
  const minor = isAmount(amount, nativeCoinScale) ? toMinor(amount, nativeCoinScale) : 0n;
  const hash = given.toLowerCase();
  if (!/^0x[0-9a-f]{64}$/.test(hash))
    throw new UsageError('The hash must be that of a transaction, 0x and 64 hexadecimal digits.');
  if (minor <= 0n) throw new UsageError('The amount must be a positive decimal, e.g. 0.5.');
  const coin = nativeCoinOf(networkId);
  return transact(db, async (trx) => {
    const legs = [
      { account: await gasAccount(trx, clock, networkId, coin), amount: minor },
      { account: await treasuryAccount(trx, clock, coin), amount: -minor },
    ];
    const id = `gas:${networkId}:${hash}`;
    const transfer = { id, kind: 'gas funding', entityId: hash, eventTime: clock.now(), legs };
    const isNew = await post(trx, transfer).catch((error: unknown) => {
      if (error instanceof LedgerError && error.reason === 'id conflict')
        throw new OperatorError('CONFLICT', `Transaction ${hash} was recorded before, with another amount.`);
      throw error;
    });
    const details = { network: String(networkId), amount, hash, why, operator };
    if (isNew) await audit(trx, clock, { customerId: undefined, actor: 'Operations', act: 'gas funded', details });
    return {
      type: 'gas-funded',
      money: { amount, currency: coin },
      isRepeat: !isNew,
    };
  });
}
