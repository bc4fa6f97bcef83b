import { decideCryptoDeposit } from '../transfers/crypto/deposits.ts';
import { isWithdrawalReason, withdrawalReasons } from '../transfers/core/reasons.ts';
import { transitionWithdrawal } from '../transfers/core/withdrawals.ts';
import { cryptoWithdrawals } from '../transfers/crypto/withdrawals.ts';
import { depositReasons, isDepositReason } from '../transfers/core/reasons.ts';
import type { Services } from '../services.ts';

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
    await transitionWithdrawal(services, cryptoWithdrawals, id, {
      actor: 'Operations',
      operator,
      ...(decision === 'approve' ? { to: 'to be processed' } : { to: 'rejected', reason }),
    });
    return `${id}: ${decision === 'approve' ? 'to be processed' : `rejected, ${reason}`}`;
  }
  if (decision === 'reject' && !isDepositReason(reason))
    throw new RangeError(`--reason must be one of: ${depositReasons.join(', ')}`);
  await decideCryptoDeposit(services, id, {
    actor: 'Operations',
    operator,
    ...(decision === 'approve' ? { to: 'completed' } : { to: 'rejected', reason }),
  });
  return `${id}: ${decision === 'approve' ? 'completed' : `rejected, ${reason}`}`;
}
