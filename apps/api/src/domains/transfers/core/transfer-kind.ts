import type { Selectable } from 'kysely';
import type { Database } from '../../../platform/database/types.ts';
import type { StateMachine } from '../../../platform/state-machine/state-machine.ts';

/** Whether money enters or leaves the wallet. */
export type Direction = 'deposit' | 'withdrawal';

export type TransferTable = 'crypto_transaction' | 'fiat_transaction';

/** A status of any transfer. The state machine of the kind narrows it. */
export type TransferStatus = Selectable<Database[TransferTable]>['status'];

/** Columns that crypto and fiat share, except the status. Amounts are minor units. */
export interface SharedColumns {
  id: string;
  customer_id: string;
  wallet_id: string;
  direction: Direction;
  currency: string;
  amount: string;
  fee: string;
  risk: 'low' | 'high';
  hold_reason: string | null;
  /** Set for a withdrawal that returns a rejected deposit to its sender. */
  returns_deposit_id: string | null;
  due_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** A row of one direction. Its status belongs to the state machine of that direction. */
export type TransferRow<Table extends TransferTable, Status extends TransferStatus> = SharedColumns & {
  status: Status;
} & Omit<Selectable<Database[Table]>, keyof SharedColumns | 'status'>;

/** Crypto or fiat deposits, or crypto or fiat withdrawals. */
export interface TransferKind<Table extends TransferTable, Status extends TransferStatus> {
  table: Table;
  direction: Direction;
  states: StateMachine<Status>;
}
