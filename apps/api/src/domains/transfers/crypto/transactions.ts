import type { Selectable } from 'kysely';
import { finalityDepth } from '@wusd/payouts/finality';
import type { Database } from '../../../platform/database/types.ts';
import type { TransferRow } from '../core/transfer-kind.ts';
import type { CryptoDepositStatus } from './deposit-states.ts';
import type { CryptoWithdrawalStatus } from './withdrawal-states.ts';

/** The database row of a deposit or a withdrawal over a blockchain. */
export type CryptoRow = Selectable<Database['crypto_transaction']>;

export type CryptoDepositRow = TransferRow<'crypto_transaction', CryptoDepositStatus>;
export type CryptoWithdrawalRow = TransferRow<'crypto_transaction', CryptoWithdrawalStatus>;

/** Whether the block of a transfer is deep enough that its network can't reorganise it. */
export const isFinalAt = (row: CryptoRow, confirmations: number): boolean =>
  confirmations >= Math.max(row.confirmations_needed, finalityDepth(row.network_id));
