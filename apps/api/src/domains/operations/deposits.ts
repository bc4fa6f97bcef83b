import { decideDeposit } from '../transfers/crypto/deposits.ts';
import { withdrawalReasons } from '../transfers/crypto/withdrawal-states.ts';
import { transitionWithdrawal } from '../transfers/crypto/withdrawals.ts';
import { depositReasons } from '../transfers/crypto/deposit-states.ts';
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
      ? decideDeposit(services, id, { ...by, to: approved })
      : transitionWithdrawal(services, id, { ...by, to: approved }));
    return { type: 'status', id, status: approved };
  }
  if (isWithdrawal) {
    assertReason(reason, withdrawalReasons);
    await transitionWithdrawal(services, id, { ...by, to: 'rejected', reason });
  } else {
    assertReason(reason, depositReasons);
    await decideDeposit(services, id, { ...by, to: 'rejected', reason });
  }
  return { type: 'status', id, status: 'rejected', reason };
}
