import { decimalsOf } from '@wusd/api-sdk/domain';
import { fromMinor } from '@wusd/api-sdk/money';
import { formatMoney } from '@wusd/i18n';
import { ledgerScale } from '../../ledger/ledger.ts';
import { networkNameOf } from '../config/offering.ts';
import { decideDeposit } from '../crypto/deposits.ts';
import { isWithdrawalReason, withdrawalReasons } from '../crypto/withdrawal-states.ts';
import { moveWithdrawal } from '../crypto/withdrawals.ts';
import { depositReasons, isDepositReason } from '../crypto/deposit-states.ts';
import type { Services } from '../services.ts';

/** Deposits that wait for a person, oldest first. */
export async function listWaitingDeposits({ db }: Services): Promise<string> {
  const rows = await db
    .selectFrom('crypto_transaction')
    .selectAll()
    .where('direction', '=', 'deposit')
    .where('status', '=', 'to be confirmed')
    .orderBy('id')
    .execute();
  if (rows.length === 0) return 'No deposit waits.';
  return rows
    .map(({ id, customer_id: customerId, amount, currency, network_id: networkId, hash, hold_reason: reason }) => {
      const text = fromMinor(BigInt(amount), ledgerScale[currency] ?? 0);
      const network = networkNameOf(networkId);
      return [id, customerId, formatMoney('en_US', text, currency, decimalsOf(currency)), network, hash, reason].join(
        '\t',
      );
    })
    .join('\n');
}

/** Withdrawals that wait for a person, oldest first. */
export async function listWaitingWithdrawals({ db }: Services): Promise<string> {
  const rows = await db
    .selectFrom('crypto_transaction')
    .selectAll()
    .where('direction', '=', 'withdrawal')
    .where('status', '=', 'to be confirmed')
    .orderBy('id')
    .execute();
  if (rows.length === 0) return 'No withdrawal waits.';
  return rows
    .map(({ id, customer_id: customerId, address, hold_reason: reason }) =>
      [id, customerId, address, reason].join('\t'),
    )
    .join('\n');
}

/** @throws RangeError where a refusal has no reason that we have words for */
export async function decideDepositOf(
  services: Services,
  id: string,
  decision: 'approve' | 'reject',
  reason: string | undefined,
  operator: string,
): Promise<string> {
  const row = await services.db
    .selectFrom('crypto_transaction')
    .select('direction')
    .where('id', '=', id)
    .executeTakeFirst();
  if (row?.direction === 'withdrawal') {
    if (decision === 'reject' && !isWithdrawalReason(reason))
      throw new RangeError(`--reason must be one of: ${withdrawalReasons.join(', ')}`);
    await moveWithdrawal(services, id, {
      actor: 'Operations',
      operator,
      ...(decision === 'approve' ? { to: 'to be processed' } : { to: 'rejected', reason }),
    });
    return `${id}: ${decision === 'approve' ? 'to be processed' : `rejected, ${reason}`}`;
  }
  if (decision === 'reject' && !isDepositReason(reason))
    throw new RangeError(`--reason must be one of: ${depositReasons.join(', ')}`);
  await decideDeposit(services, id, {
    actor: 'Operations',
    operator,
    ...(decision === 'approve' ? { to: 'completed' } : { to: 'rejected', reason }),
  });
  return `${id}: ${decision === 'approve' ? 'completed' : `rejected, ${reason}`}`;
}
