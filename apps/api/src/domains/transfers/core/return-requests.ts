import type { Selectable } from 'kysely';
import { audit } from '../../../platform/audit/audit.ts';
import type { Trx } from '../../../platform/database/database.ts';
import type { Database } from '../../../platform/database/types.ts';
import { createId } from '../../../platform/ids.ts';
import { recordTransition } from '../../../platform/state-machine/state-machine.ts';
import type { Services } from '../../services.ts';
import { announceReturn } from './returns.ts';
import { typedRow } from './transactions.ts';
import type { SharedColumns, TransferStatus, TransferTable } from './transfer-kind.ts';
import { holdAmountAndFee } from './withdrawal-postings.ts';
import { newWithdrawal, type NewWithdrawal, type WithdrawalKind, type WithdrawalTransition } from './withdrawals.ts';

/** A return that an operator has previewed. Amounts are minor units. */
export interface ReturnPlan {
  depositId: string;
  currency: string;
  /** The amount sent to the recipient. */
  amount: bigint;
  /** The fee, which is deducted from the deposit. */
  fee: bigint;
  /** Risk of the recipient, as screened for the preview. The payout screens the recipient again. */
  risk: 'low' | 'high';
}

/** The operator who ordered a return, and the explanation for the audit log. */
export interface ReturnOrder {
  operator: string;
  why: string;
}

/** The columns of a new return that crypto and fiat share. */
export type NewReturn = NewWithdrawal & { returns_deposit_id: string };

/**
 * Requests a return: holds amount and fee in suspense. The withdrawals job sends the return.
 *
 * @param deposit rejected deposit, locked by this transaction
 * @param insert inserts the row, with the columns that only this kind has
 * @returns the id of the return
 * @throws LedgerError `insufficient`
 */
export async function requestReturn<
  Table extends TransferTable,
  Status extends TransferStatus,
  Step extends WithdrawalTransition<Status>,
>(
  trx: Trx,
  services: Services,
  kind: WithdrawalKind<Table, Status | 'to be processed', Step>,
  deposit: Pick<SharedColumns, 'id' | 'customer_id' | 'wallet_id'>,
  request: { plan: ReturnPlan; order: ReturnOrder; suspense: string },
  insert: (columns: NewReturn) => Promise<Selectable<Database[Table]>>,
): Promise<string> {
  const { clock } = services;
  const { plan, order, suspense } = request;
  const { customer_id: customerId } = deposit;
  const id = createId(kind.idPrefix, clock);
  const columns = newWithdrawal(id, { ...plan, customerId, walletId: deposit.wallet_id }, clock.now());
  const row = typedRow(kind, await insert({ ...columns, returns_deposit_id: deposit.id }));
  const actor = 'Operations';
  await recordTransition(trx, clock, kind.states, { id, customerId, from: null, to: 'to be processed', actor });
  await holdAmountAndFee(trx, clock, kind.table, row, suspense);
  await audit(trx, clock, {
    customerId,
    actor,
    act: 'deposit return ordered',
    details: { deposit: deposit.id, return: id, ...order },
  });
  await announceReturn(trx, services, kind.table, row, 'to be processed');
  return id;
}
