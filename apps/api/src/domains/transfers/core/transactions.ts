import type { Clock } from '@wusd/server-kit/clock';
import type { Db, Trx } from '../../../platform/database/database.ts';
import { lockCustomer } from '../../../commands/customers.ts';
import type { Services } from '../../services.ts';
import type { TransferKind, TransferRow, TransferTable, TransferStatus } from './transfer-kind.ts';
import { hasState } from '../../../platform/state-machine/state-machine.ts';

// Rows of crypto_transaction and fiat_transaction.

/**
 * Narrows a row to the type of its kind.
 *
 * @throws TypeError if the state machine does not have the status
 */
export function typedRow<Table extends TransferTable, Status extends TransferStatus>(
  kind: TransferKind<Table, Status>,
  row: object,
): TransferRow<Table, Status> {
  if (!isRowOf(kind, row)) throw new TypeError(`The row has a status that no ${kind.states.name} has`);
  return row;
}

function isRowOf<Table extends TransferTable, Status extends TransferStatus>(
  { states }: TransferKind<Table, Status>,
  row: object,
): row is TransferRow<Table, Status> {
  return 'status' in row && typeof row.status === 'string' && hasState(states, row.status);
}

/**
 * Locks the customer, then the transfer. Every transaction that moves money locks in this order, which prevents
 * deadlocks.
 *
 * @returns undefined if no transfer of this kind has the id
 */
export async function lockTransfer<Table extends TransferTable, Status extends TransferStatus>(
  trx: Trx,
  { vault }: Pick<Services, 'vault'>,
  kind: TransferKind<Table, Status>,
  id: string,
): Promise<TransferRow<Table, Status> | undefined> {
  const table: TransferTable = kind.table;
  const owner = await trx
    .selectFrom(table)
    .select('customer_id')
    .where('id', '=', id)
    .where('direction', '=', kind.direction)
    .executeTakeFirst();
  if (!owner) return undefined;
  await lockCustomer(trx, vault, owner.customer_id);
  const row = await trx.selectFrom(table).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row && typedRow(kind, row);
}

/** Columns that may change together with the status. */
export interface StatusChanges {
  hold_reason?: string | null;
  risk?: 'low' | 'high';
  /** Minor units returned by a bank. */
  returned?: string;
  statement_line?: null;
}

/** Writes the status and the columns that change with it, and increments the version of the row. */
export async function updateStatus<Table extends TransferTable, Status extends TransferStatus>(
  trx: Trx,
  clock: Clock,
  kind: TransferKind<Table, Status>,
  id: string,
  changes: StatusChanges & { status: Status },
): Promise<TransferRow<Table, Status>> {
  const table: TransferTable = kind.table;
  const row = await trx
    .updateTable(table)
    .set((eb) => ({ ...changes, version: eb('version', '+', 1), updated_at: clock.now() }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return typedRow(kind, row);
}

export type DestinationTable = 'blockchain_address' | 'bank_account';

export async function isActiveDestination(trx: Trx, table: DestinationTable, id: string | null): Promise<boolean> {
  const destination = await trx
    .selectFrom(table)
    .select('status')
    .where('id', '=', id ?? '')
    .executeTakeFirst();
  return destination?.status === 'active';
}

/** Columns of a new deposit that crypto and fiat share. */
export const newDeposit = (id: string, customerId: string, walletId: string, now: Date) => ({
  id,
  customer_id: customerId,
  wallet_id: walletId,
  direction: 'deposit' as const,
  version: 1,
  created_at: now,
  updated_at: now,
});

/** Finds the customer's wallet in a currency, with its ledger account. */
export const findWallet = (db: Db | Trx, customerId: string, currency: string) =>
  db
    .selectFrom('wallet_account')
    .select(['id', 'account_id'])
    .where('customer_id', '=', customerId)
    .where('currency', '=', currency)
    .executeTakeFirstOrThrow();
