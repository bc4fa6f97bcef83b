import type { Clock } from '@wusd/server-kit/clock';
import type { Trx } from '../../../platform/database/database.ts';
import { post } from '../../../ledger/ledger.ts';
import { lockCustomer } from '../../../commands/customers.ts';
import type { Services } from '../../services.ts';
import { publishWalletUpdated, ledgerAccountOf } from '../../wallet/accounts/transactions.ts';
import { notifyOfTransfer, type TransferNotice } from './notices.ts';
import type { StatusChanges } from './transactions.ts';
import type { SharedColumns, TransferKind, TransferRow, TransferTable, TransferStatus } from './transfer-kind.ts';
import { type Transition, transitionReason, transitionStatus } from './transitions.ts';

/** Differences between crypto and fiat deposits. */
export interface DepositKind<Table extends TransferTable, Status extends TransferStatus> extends TransferKind<
  Table,
  Status
> {
  /** Columns that change with the status. */
  changes(step: Transition<Status>): StatusChanges;
  /**
   * Returns the notice for a transition; undefined if the customer is not notified. @param row row before the
   * transition
   */
  noticeOf(row: TransferRow<Table, Status>, to: Status): Pick<TransferNotice, 'message' | 'isAmountHidden'> | undefined;
}

export const depositReasonMessage = (reason: string): string => `message.depositReason.${reason}`;

/**
 * Transitions a deposit, and writes its history, event and notice. The caller makes the postings.
 *
 * @param row row locked by this transaction
 * @throws AppError MOVE_NOT_ALLOWED
 */
export async function transitionDepositWithin<Table extends TransferTable, Status extends TransferStatus>(
  trx: Trx,
  services: Services,
  kind: DepositKind<Table, Status>,
  row: TransferRow<Table, Status>,
  requested: Transition<Status>,
): Promise<void> {
  const { clock, vault } = services;
  const step = { ...requested, reason: transitionReason(requested.to, requested.reason) };
  await transitionStatus(trx, services, kind, row, step, kind.changes(step));
  await publishWalletUpdated(trx, clock, row);
  const notice = kind.noticeOf(row, step.to);
  if (!notice) return;
  const customer = await lockCustomer(trx, vault, row.customer_id);
  await notifyOfTransfer(trx, services, customer, row, {
    ...notice,
    reasonMessage: step.reason === undefined ? undefined : depositReasonMessage(step.reason),
  });
}

type DepositRow = Pick<SharedColumns, 'id' | 'wallet_id' | 'amount'>;

/** Id of the transfer that credits a deposit to its customer. */
export const creditOf = (depositId: string): string => `${depositId}:credit`;

/** Id of the transfer that moves a deposit to suspense. */
export const suspensionOf = (depositId: string): string => `${depositId}:kept`;

/** Credits a deposit to its customer. @param from account that holds the money */
export async function creditDeposit(
  trx: Trx,
  clock: Clock,
  kind: string,
  row: DepositRow,
  from: string,
): Promise<void> {
  await postDeposit(trx, clock, kind, row, { id: creditOf(row.id), from, to: await ledgerAccountOf(trx, row) });
}

/** Moves a deposit to suspense until a person decides. */
export async function suspendDeposit(
  trx: Trx,
  clock: Clock,
  kind: string,
  row: DepositRow,
  { from, suspense }: { from: string; suspense: string },
): Promise<void> {
  await postDeposit(trx, clock, kind, row, { id: suspensionOf(row.id), from, to: suspense });
}

async function postDeposit(
  trx: Trx,
  clock: Clock,
  kind: string,
  row: DepositRow,
  { id, from, to }: { id: string; from: string; to: string },
): Promise<void> {
  const amount = BigInt(row.amount);
  await post(trx, {
    id,
    kind,
    entityId: row.id,
    eventTime: clock.now(),
    legs: [
      { account: from, amount },
      { account: to, amount: -amount },
    ],
  });
}
