import { audit } from '../../../platform/audit/audit.ts';
import { transact, type Trx } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { bankAccount, suspenseAccount } from '../../../ledger/ledger.ts';
import type { NoticeId } from '../../notifications/notices.ts';
import type { Services } from '../../services.ts';
import { publishWalletUpdated } from '../../wallet/accounts/transactions.ts';
import { creditDeposit, type DepositKind, depositReasonMessage, transitionDepositWithin } from '../core/deposits.ts';
import type { DepositReason } from '../core/reasons.ts';
import { reverseCredit } from '../core/reversals.ts';
import { lockTransfer } from '../core/transactions.ts';
import { auditDecision, type Transition, transitionStatus } from '../core/transitions.ts';
import { type FiatDepositStatus, fiatDepositStates } from './deposit-states.ts';
import type { FiatDepositRow } from './transactions.ts';

const statusNotices: Partial<Record<FiatDepositStatus, NoticeId>> = {
  completed: 'message.depositCompleted',
  rejected: 'message.depositRejected',
  cancelled: 'message.depositCancelled',
};

export const fiatDeposits: DepositKind<'fiat_transaction', FiatDepositStatus> = {
  table: 'fiat_transaction',
  direction: 'deposit',
  states: fiatDepositStates,
  changes: () => ({ hold_reason: null }),
  noticeOf(_row, to) {
    const message = statusNotices[to];
    return message === undefined ? undefined : { message };
  },
};

export interface FiatDepositTransition extends Transition<'completed' | 'rejected' | 'cancelled'> {
  /** Stored in the audit log only: customers see "Operations". */
  operator?: string;
  /** If set, the deposit must belong to this customer. */
  customerId?: string;
}

/**
 * Applies a decision to a deposit that is not credited yet.
 *
 * @throws AppError NOT_FOUND, MOVE_NOT_ALLOWED
 */
export async function transitionFiatDeposit(
  services: Services,
  id: string,
  transition: FiatDepositTransition,
): Promise<void> {
  const { db, notifier } = services;
  const { to, operator, customerId } = transition;
  const owner = await transact(db, async (trx) => {
    const row = await lockTransfer(trx, services, fiatDeposits, id);
    if (!row || (customerId !== undefined && row.customer_id !== customerId)) throw new AppError('NOT_FOUND');
    // A credited deposit can't be rejected, but only reversed.
    if (row.status === 'completed') throw new AppError('MOVE_NOT_ALLOWED', { nextMoves: [] });
    await transitionDepositWithin(trx, services, fiatDeposits, row, transition);
    // A deposit under review is in suspense. If it is rejected, it stays there for its sender.
    if (to === 'completed') await creditFiatDeposit(trx, services, row, 'suspense');
    if (operator !== undefined) await auditDecision(trx, services, row, { ...transition, operator });
    return row.customer_id;
  });
  await notifier.send(owner, 'messages');
}

export async function creditFiatDeposit(
  trx: Trx,
  { clock }: Services,
  row: FiatDepositRow,
  from: 'bank' | 'suspense',
): Promise<void> {
  const accountOf = from === 'bank' ? bankAccount : suspenseAccount;
  await creditDeposit(trx, clock, 'fiat deposit', row, await accountOf(trx, clock, row.partner_id, row.currency));
}

/**
 * Reverses a credit to the wrong customer: the money moves to suspense, and an operator must match the statement line
 * again.
 *
 * @returns the statement line, e.g. `dbs:SB01`
 * @throws AppError NOT_FOUND, MOVE_NOT_ALLOWED
 */
export async function reverseFiatDeposit(
  services: Services,
  id: string,
  reason: DepositReason,
  operator: string,
): Promise<string> {
  const { db, clock, notifier } = services;
  const [customerId, line] = await transact(db, async (trx) => {
    const row = await lockTransfer(trx, services, fiatDeposits, id);
    if (!row) throw new AppError('NOT_FOUND');
    const { customer_id: owner, partner_id: partnerId, statement_line: statementLine } = row;
    if (row.status !== 'completed' || statementLine === null) throw new AppError('MOVE_NOT_ALLOWED', { nextMoves: [] });
    // An operator will match the line to another deposit.
    const transition = { to: 'rejected', actor: 'Operations', reason } as const;
    await transitionStatus(trx, services, fiatDeposits, row, transition, { statement_line: null });
    await reverseCredit(trx, services, row, {
      kind: 'reversed fiat deposit',
      to: await suspenseAccount(trx, clock, partnerId, row.currency),
      message: 'message.depositTakenBack',
      reasonMessage: depositReasonMessage(reason),
    });
    await trx
      .updateTable('bank_line')
      .set({ entity_id: null })
      .where('partner_id', '=', partnerId)
      .where('line', '=', statementLine)
      .execute();
    await publishWalletUpdated(trx, clock, row);
    const details = { deposit: id, partner: partnerId, line: statementLine, reason, operator };
    await audit(trx, clock, { customerId: owner, actor: 'Operations', act: 'deposit taken back', details });
    return [owner, `${partnerId}:${statementLine}`];
  });
  await notifier.send(customerId, 'messages');
  return line;
}
