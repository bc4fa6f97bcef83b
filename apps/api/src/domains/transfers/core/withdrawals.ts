import type { Selectable } from 'kysely';
import { transact, type Trx } from '../../../platform/database/database.ts';
import type { Database } from '../../../platform/database/types.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { createId } from '../../../platform/ids.ts';
import { recordTransition } from '../../../platform/state-machine/state-machine.ts';
import { type Customer, lockCustomer } from '../../../commands/customers.ts';
import type { NoticeId } from '../../notifications/notices.ts';
import type { NoticeValues } from '../../notifications/values.ts';
import type { Services } from '../../services.ts';
import { publishWalletUpdated } from '../../wallet/accounts/transactions.ts';
import { notifyOfTransfer } from './notices.ts';
import { findWallet, type DestinationTable, lockTransfer, type StatusChanges, typedRow } from './transactions.ts';
import type { SharedColumns, TransferKind, TransferRow, TransferTable, TransferStatus } from './transfer-kind.ts';
import { auditDecision, type Transition, transitionReason, transitionStatus } from './transitions.ts';
import { announceReturn } from './returns.ts';
import { holdAmountAndFee } from './withdrawal-postings.ts';

export interface WithdrawalTransition<Status extends TransferStatus> extends Transition<Status> {
  /** Stored in the audit log only: customers see "Operations". */
  operator?: string | undefined;
  /** If set, the withdrawal must belong to this customer. */
  customerId?: string | undefined;
}

/**
 * Differences between crypto and fiat withdrawals.
 *
 * @typeParam Step a transition with the data that only this kind has
 */
export interface WithdrawalKind<
  Table extends TransferTable,
  Status extends TransferStatus,
  Step extends WithdrawalTransition<Status>,
> extends TransferKind<Table, Status> {
  idPrefix: 'ctx' | 'ftx';
  destinationTable: DestinationTable;
  /** Columns that change with the status. */
  changes(row: TransferRow<Table, Status>, step: Step): StatusChanges;
  /** Posts to the ledger and ends holds. @param row row before the transition */
  post(trx: Trx, services: Services, row: TransferRow<Table, Status>, step: Step): Promise<void>;
  requestedNotice: NoticeId;
  /** Whether the customer can't cancel a waiting withdrawal. @default the customer can cancel it */
  isLocked?(row: TransferRow<Table, Status>): boolean;
  /**
   * Returns the notice for a transition; undefined if the customer is not notified.
   *
   * @param row row before the transition
   */
  noticeOf(row: TransferRow<Table, Status>, to: Status): NoticeId | undefined;
  /** Returns the values of the notice that describe the destination. @param row row after the transition */
  noticeValues(services: Services, row: TransferRow<Table, Status>): NoticeValues;
  /** Message id of a reason. */
  reasonMessage(reason: string): string;
}

interface Money {
  currency: string;
  /** Minor units received by the recipient. */
  amount: bigint;
  /** Minor units, on top of the amount. */
  fee: bigint;
}

/** A withdrawal that has passed all checks. */
export interface WithdrawalRequest extends Money {
  /** The customer, whose row is locked by this transaction. */
  customer: Customer;
  destination: { id: string; payoutsFrom: Date };
  /** `system` for auto-redemption. @default customer */
  actor?: 'customer' | 'system';
}

/** Columns of a new withdrawal or return that crypto and fiat share. */
export type NewWithdrawal = ReturnType<typeof newWithdrawal>;

/** @param dueAt earliest time at which the withdrawal may be sent */
export function newWithdrawal(
  id: string,
  { customerId, walletId, currency, amount, fee }: Money & { customerId: string; walletId: string },
  now: Date,
  dueAt: Date = now,
) {
  return {
    id,
    customer_id: customerId,
    wallet_id: walletId,
    direction: 'withdrawal' as const,
    currency,
    amount: amount.toString(),
    fee: fee.toString(),
    status: 'to be processed' as const,
    hold_reason: dueAt > now ? 'new-destination' : null,
    due_at: dueAt,
    version: 1,
    created_at: now,
    updated_at: now,
  };
}

/**
 * Requests a withdrawal: holds amount and fee in the customer's account. A job sends the withdrawal once it is due.
 *
 * @param insert inserts the row, with the columns that only this kind has
 * @returns the withdrawal's id
 * @throws LedgerError `insufficient`
 */
export async function requestWithdrawal<
  Table extends TransferTable,
  Status extends TransferStatus,
  Step extends WithdrawalTransition<Status>,
>(
  trx: Trx,
  services: Services,
  kind: WithdrawalKind<Table, Status | 'to be processed', Step>,
  request: WithdrawalRequest,
  insert: (columns: NewWithdrawal) => Promise<Selectable<Database[Table]>>,
): Promise<string> {
  const { clock } = services;
  const { customer, currency, destination, actor = 'customer' } = request;
  const id = createId(kind.idPrefix, clock);
  const now = clock.now();
  const wallet = await findWallet(trx, customer.id, currency);
  const { payoutsFrom } = destination;
  const columns = newWithdrawal(
    id,
    { ...request, customerId: customer.id, walletId: wallet.id },
    now,
    payoutsFrom > now ? payoutsFrom : now,
  );
  const row = typedRow(kind, await insert(columns));
  await recordTransition(trx, clock, kind.states, {
    id,
    customerId: customer.id,
    from: null,
    to: 'to be processed',
    actor,
  });
  await holdAmountAndFee(trx, clock, kind.table, row, wallet.account_id);
  await trx.updateTable(kind.destinationTable).set({ last_used_at: now }).where('id', '=', destination.id).execute();
  await publishWalletUpdated(trx, clock, row);
  await notifyOfTransfer(trx, services, customer, row, {
    message: kind.requestedNotice,
    values: kind.noticeValues(services, row),
  });
  return id;
}

/** @throws AppError NOT_FOUND, MOVE_NOT_ALLOWED */
export async function transitionWithdrawal<
  Table extends TransferTable,
  Status extends TransferStatus,
  Step extends WithdrawalTransition<Status>,
>(services: Services, kind: WithdrawalKind<Table, Status, Step>, id: string, step: NoInfer<Step>): Promise<void> {
  const owner = await transact(services.db, async (trx) => {
    const row = await lockTransfer(trx, services, kind, id);
    if (!row || (step.customerId !== undefined && !isOwnWithdrawal(row, step.customerId)))
      throw new AppError('NOT_FOUND');
    await transitionWithdrawalWithin(trx, services, kind, row, step);
    return row.customer_id;
  });
  await services.notifier.send(owner, 'messages', 'withdrawals');
}

/** A return belongs to the customer of its deposit, but it is not a withdrawal of the customer. */
const isOwnWithdrawal = (
  { customer_id: owner, returns_deposit_id: deposit }: Pick<SharedColumns, 'customer_id' | 'returns_deposit_id'>,
  customerId: string,
): boolean => owner === customerId && deposit === null;

/**
 * Transitions a withdrawal, and writes its history, postings, audit entry, event and notice.
 *
 * @param row row locked by this transaction
 * @returns the updated row
 */
export async function transitionWithdrawalWithin<
  Table extends TransferTable,
  Status extends TransferStatus,
  Step extends WithdrawalTransition<Status>,
>(
  trx: Trx,
  services: Services,
  kind: WithdrawalKind<Table, Status, Step>,
  row: TransferRow<Table, Status>,
  requested: NoInfer<Step>,
): Promise<TransferRow<Table, Status>> {
  const { clock, vault } = services;
  const step = { ...requested, reason: transitionReason(requested.to, requested.reason) };
  const { to, reason, operator } = step;
  const moved = await transitionStatus(trx, services, kind, row, step, kind.changes(row, step));
  await kind.post(trx, services, row, step);
  if (operator !== undefined) await auditDecision(trx, services, row, { ...step, operator });
  if (row.returns_deposit_id !== null) {
    await announceReturn(trx, services, kind.table, row, to);
    return moved;
  }
  await publishWalletUpdated(trx, clock, row);
  const message = kind.noticeOf(row, to);
  if (message === undefined) return moved;
  const customer = await lockCustomer(trx, vault, row.customer_id);
  await notifyOfTransfer(trx, services, customer, moved, {
    message,
    values: { ...kind.noticeValues(services, moved), cancel: kind.isLocked?.(moved) === true ? 'no' : 'yes' },
    reasonMessage: reason === undefined ? undefined : kind.reasonMessage(reason),
  });
  return moved;
}
