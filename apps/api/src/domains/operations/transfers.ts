import { audit } from '../../platform/audit/audit.ts';
import { transact } from '../../platform/database/database.ts';
import { depositReasons, withdrawalReasons } from '../transfers/core/reasons.ts';
import { lockTransfer } from '../transfers/core/transactions.ts';
import { transitionWithdrawal } from '../transfers/core/withdrawals.ts';
import { decideCryptoDeposit } from '../transfers/crypto/deposits.ts';
import { transitionFiatDeposit } from '../transfers/fiat/deposits.ts';
import { fiatWithdrawals } from '../transfers/fiat/withdrawals.ts';
import type { Services } from '../services.ts';
import { approveCryptoWithdrawal, rejectCryptoWithdrawal, type RequestedApproval } from './crypto-withdrawals.ts';
import { assertReason, OperatorError } from './errors.ts';
import type { CommandResult } from './results.ts';

interface Decider {
  actor: 'Operations';
  operator: string;
}

/** Details that only some decisions need. */
export interface DecisionDetails {
  approval?: RequestedApproval | undefined;
  /** How the operator knows that the withdrawal was not paid. */
  unpaid?: string | undefined;
}

/** The decisions of operators on crypto or fiat transfers. */
interface TransferDecisions {
  table: 'crypto_transaction' | 'fiat_transaction';
  decideDeposit(
    services: Services,
    id: string,
    decision: Decider & { to: 'completed' | 'rejected'; reason?: string },
  ): Promise<void>;
  approveWithdrawal(services: Services, id: string, by: Decider, details: DecisionDetails): Promise<void>;
  rejectWithdrawal(
    services: Services,
    id: string,
    by: Decider & { reason: string },
    details: DecisionDetails,
  ): Promise<void>;
}

const crypto: TransferDecisions = {
  table: 'crypto_transaction',
  decideDeposit: decideCryptoDeposit,
  approveWithdrawal: (services, id, { operator }, { approval }) =>
    approveCryptoWithdrawal(services, id, operator, approval),
  rejectWithdrawal: (services, id, { operator, reason }, { unpaid }) =>
    rejectCryptoWithdrawal(services, id, { operator, reason, unpaid }),
};

const fiat: TransferDecisions = {
  table: 'fiat_transaction',
  decideDeposit: transitionFiatDeposit,
  approveWithdrawal: approveFiatWithdrawal,
  rejectWithdrawal: (services, id, by) =>
    transitionWithdrawal(services, fiatWithdrawals, id, { ...by, to: 'rejected' }),
};

/**
 * Approves or rejects a deposit, a claim or a withdrawal that is waiting for a decision.
 *
 * @param id id of a crypto transaction (ctx_…) or a bank transfer (ftx_…)
 * @throws UsageError if a rejection's reason is not valid for the direction; OperatorError NOT_FOUND, CONFLICT;
 *   AppError MOVE_NOT_ALLOWED if the status has changed
 */
export async function decideTransfer(
  services: Services,
  id: string,
  decision: 'approve' | 'reject',
  reason: string | undefined,
  operator: string,
  details: DecisionDetails = {},
): Promise<CommandResult<'status'>> {
  const kind = id.startsWith('ctx_') ? crypto : fiat;
  const by = { actor: 'Operations', operator } as const;
  const row = await services.db.selectFrom(kind.table).select('direction').where('id', '=', id).executeTakeFirst();
  if (!row) throw new OperatorError('NOT_FOUND', `There is no transfer ${id}.`);
  const isDeposit = row.direction === 'deposit';
  if (decision === 'reject') {
    assertReason<string>(reason, isDeposit ? depositReasons : withdrawalReasons);
    await (isDeposit
      ? kind.decideDeposit(services, id, { ...by, to: 'rejected', reason })
      : kind.rejectWithdrawal(services, id, { ...by, reason }, details));
    return { type: 'status', id, status: 'rejected', reason };
  }
  if (isDeposit) {
    await kind.decideDeposit(services, id, { ...by, to: 'completed' });
    return { type: 'status', id, status: 'completed' };
  }
  await kind.approveWithdrawal(services, id, by, details);
  return { type: 'status', id, status: 'to be processed' };
}

/** Ends the hold of a payout to a high-risk payee, and records the accepted risk. */
async function approveFiatWithdrawal(services: Services, id: string, { actor, operator }: Decider): Promise<void> {
  const { db, clock, notifier } = services;
  await transact(db, async (trx) => {
    const row = await lockTransfer(trx, services, fiatWithdrawals, id);
    if (row?.status !== 'to be processed' || row.hold_reason === null)
      throw new OperatorError('CONFLICT', `${id} is not on hold for a decision.`);
    if (row.hold_reason !== 'high-risk')
      throw new OperatorError(
        'CONFLICT',
        `${id} is on hold because of "${row.hold_reason}", which approval does not change. Reject it to release the money.`,
      );
    await trx
      .updateTable('fiat_transaction')
      .set({ risk: 'high', hold_reason: null, due_at: clock.now(), updated_at: clock.now() })
      .where('id', '=', id)
      .execute();
    await audit(trx, clock, {
      customerId: row.customer_id,
      actor,
      act: 'withdrawal approved',
      details: { withdrawal: id, operator },
    });
  });
  await notifier.send('withdrawals');
}
