import type { Clock } from '@wusd/server-kit/clock';
import type { Db, Trx } from '../../../platform/database/database.ts';
import { lockCustomer } from '../../../commands/customers.ts';
import type { Services } from '../../services.ts';
import { publishWalletUpdated } from '../../wallet/accounts/transactions.ts';
import { lockTransfer, typedRow } from './transactions.ts';
import type { SharedColumns, TransferKind, TransferRow, TransferTable, TransferStatus } from './transfer-kind.ts';
import { arePayoutsHeld, type PayoutRoute } from './payout-holds.ts';
import {
  type CryptoWaitReason,
  customerHold,
  nextAttemptAt,
  type OperatorReason,
  operatorReasonOf,
  type WaitReasons,
} from './withdrawal-rules.ts';

/**
 * Finds withdrawals that are due to be sent, the longest due first.
 *
 * @param networkId if set, only withdrawals on this network
 */
export async function findDueWithdrawals<Table extends TransferTable, Status extends TransferStatus>(
  db: Db,
  clock: Clock,
  kind: TransferKind<Table, Status>,
  networkId?: number,
): Promise<TransferRow<Table, Status>[]> {
  const table: TransferTable = kind.table;
  const rows = await db
    .selectFrom(table)
    .selectAll()
    .where('direction', '=', 'withdrawal')
    .where('status', '=', 'to be processed')
    .where('due_at', '<=', clock.now())
    .$if(networkId !== undefined, (query) => query.where('network_id', '=', networkId ?? 0))
    .orderBy('due_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => typedRow(kind, row));
}

export interface DueWithdrawal {
  id: string;
  /** Network or bank of the payout. */
  route: PayoutRoute;
}

/**
 * Locks a due withdrawal. Postpones it if payouts over its route are held or its customer is on hold.
 *
 * @returns undefined if the withdrawal must not be sent now
 */
export async function lockDueWithdrawal<Table extends TransferTable, Status extends TransferStatus>(
  trx: Trx,
  services: Services,
  kind: TransferKind<Table, Status>,
  { id, route }: DueWithdrawal,
): Promise<TransferRow<Table, Status> | undefined> {
  const { clock, vault } = services;
  const row = await lockTransfer(trx, services, kind, id);
  const now = clock.now();
  if (row?.status !== 'to be processed' || row.due_at === null || row.due_at > now) return undefined;
  if (await arePayoutsHeld(trx, route)) {
    // A withdrawal that waits for an operator's decision stays in the operators' queue.
    const reason = operatorReasonOf(row.hold_reason) ?? 'payouts-held';
    return postponeWithdrawal(trx, clock, kind.table, row, reason, nextAttemptAt(now));
  }
  // The money of a return does not belong to the customer, so a frozen account does not block the return.
  if (row.returns_deposit_id !== null) return row;
  const hold = customerHold(await lockCustomer(trx, vault, row.customer_id), now);
  return hold ? postponeWithdrawal(trx, clock, kind.table, row, hold.reason, hold.until) : row;
}

/** Postpones a withdrawal, with the reason that the customer sees. */
export async function postponeWithdrawal<Table extends TransferTable>(
  trx: Trx,
  clock: Clock,
  table: Table,
  row: SharedColumns,
  reason: WaitReasons[Table] | CryptoWaitReason | OperatorReason,
  until: Date,
): Promise<undefined> {
  const transfers: TransferTable = table;
  await trx
    .updateTable(transfers)
    .set({ hold_reason: reason, due_at: until, updated_at: clock.now() })
    .where('id', '=', row.id)
    .execute();
  if (row.hold_reason !== reason) await publishWalletUpdated(trx, clock, row);
}
