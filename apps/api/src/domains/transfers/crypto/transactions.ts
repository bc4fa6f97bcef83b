import type { Selectable } from 'kysely';
import type { Database } from '../../../platform/database/types.ts';
import type { TransferRow } from '../core/transfer-kind.ts';
import type { CryptoDepositStatus } from './deposit-states.ts';
import type { CryptoWithdrawalStatus } from './withdrawal-states.ts';

/** A deposit or a withdrawal over a blockchain, as the database has it. */
export type CryptoRow = Selectable<Database['crypto_transaction']>;

export type CryptoDepositRow = TransferRow<'crypto_transaction', CryptoDepositStatus>;
export type CryptoWithdrawalRow = TransferRow<'crypto_transaction', CryptoWithdrawalStatus>;
