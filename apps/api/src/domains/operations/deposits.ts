import { decideCryptoDeposit } from '../transfers/crypto/deposits.ts';
import { withdrawalReasons, depositReasons } from '../transfers/core/reasons.ts';
import { transitionWithdrawal } from '../transfers/core/withdrawals.ts';
import { cryptoWithdrawals } from '../transfers/crypto/withdrawals.ts';
import type { Services } from '../services.ts';
import { assertReason } from './errors.ts';
import type { CommandResult } from './results.ts';

/** @throws UsageError if a rejection's reason is not in the list for its direction */
export async function decideDepositOf(
  services: Services,
  id: string,
  decision: 'approve' | 'reject',
  reason: string | undefined,
  operator: string,
): Promise<CommandResult<'status'>> {
  const by = { actor: 'Operations', operator } as const;
  const row = await services.db
    .selectFrom('crypto_transaction')
    .select('direction')
    .where('id', '=', id)
    .executeTakeFirst();
  const isWithdrawal = row?.direction === 'withdrawal';
  if (decision === 'approve') {
    const approved = isWithdrawal ? 'to be processed' : 'completed';
    await (approved === 'completed'
      ? decideCryptoDeposit(services, id, { ...by, to: approved })
      : transitionWithdrawal(services, cryptoWithdrawals, id, { ...by, to: approved }));
    return { type: 'status', id, status: approved };
  }
  if (isWithdrawal) {
    assertReason(reason, withdrawalReasons);
    await transitionWithdrawal(services, cryptoWithdrawals, id, { ...by, to: 'rejected', reason });
  } else {
    assertReason(reason, depositReasons);
    await decideCryptoDeposit(services, id, { ...by, to: 'rejected', reason });
  }
  return { type: 'status', id, status: 'rejected', reason };
}
