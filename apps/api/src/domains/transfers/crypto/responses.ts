import type { CryptoTransaction } from '@wusd/api-sdk';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { networkIdOf } from '@wusd/server-kit/registry/networks';
import type { Direction } from '../core/transfer-kind.ts';
import { cryptoDepositStates, type CryptoDepositStatus } from './deposit-states.ts';
import { findTransfer, type TransferReader, type Viewer } from '../core/queries.ts';
import { type ResponseKind, sharedResponses, type TransferHold, transferAmounts } from '../core/responses.ts';
import { applySearch, type PageRequest, type SearchFilter } from '../core/search.ts';
import { isPolled } from '../core/withdrawal-rules.ts';
import { explorerUrl } from './hashes.ts';
import type { CryptoRow } from './transactions.ts';
import { isLocked } from './withdrawals.ts';
import { cryptoWithdrawalStates, type CryptoWithdrawalStatus } from './withdrawal-states.ts';

interface NetworkFilter {
  networkId?: number | undefined;
}

export const cryptoReader: TransferReader<CryptoRow, NetworkFilter, CryptoTransaction> = {
  find: (db, customerId, id) =>
    db
      .selectFrom('crypto_transaction')
      .selectAll()
      .where('id', '=', id)
      .where('customer_id', '=', customerId)
      .where('returns_deposit_id', 'is', null)
      .executeTakeFirst(),
  search: (db, ...search) => cryptoTransactionsQuery(db, ...search).execute(),
  toResponses,
};

/** @throws AppError NOT_FOUND */
export const findCryptoTransaction = (db: Db, viewer: Viewer, id: string): Promise<CryptoTransaction> =>
  findTransfer(db, cryptoReader, viewer, id);

/** Returns the query for a customer's crypto transactions. */
export function cryptoTransactionsQuery(
  db: Db,
  customerId: string,
  { networkId, ...filter }: NetworkFilter & SearchFilter,
  directions: readonly Direction[],
  page: PageRequest,
) {
  let query = db
    .selectFrom('crypto_transaction')
    .selectAll()
    .where('customer_id', '=', customerId)
    // A return appears as a step of its deposit.
    .where('returns_deposit_id', 'is', null)
    .where('direction', 'in', directions);
  if (networkId !== undefined) query = query.where('network_id', '=', networkId);
  // The currency of an undisclosed deposit is a placeholder.
  if (filter.currency !== undefined) query = query.where('is_undisclosed', '=', false);
  return applySearch(query, { table: 'crypto_transaction', prefix: 'ctx' }, filter, page);
}

const responseKind: ResponseKind<CryptoRow, CryptoDepositStatus, CryptoWithdrawalStatus> = {
  table: 'crypto_transaction',
  states: { deposit: cryptoDepositStates, withdrawal: cryptoWithdrawalStates },
  reasonMessage: (direction, reason) => `message.${direction}Reason.${reason}`,
  holdOf,
  startsAt: (row) => (isPolled(row) ? undefined : row.due_at),
  isLocked,
};

async function toResponses(
  db: Db,
  rows: readonly CryptoRow[],
  language: string | undefined,
): Promise<CryptoTransaction[]> {
  const responses = await sharedResponses(db, responseKind, rows, language);
  return responses.map(({ row, shared }): CryptoTransaction => {
    const { hash, is_undisclosed: isUndisclosed } = row;
    const url = hash === null ? undefined : explorerUrl(row.network_id, hash);
    return {
      ...shared,
      ...transferAmounts(row, 'network fee'),
      networkId: networkIdOf(row.network_id),
      ...(row.address !== null && { receivingAccount: row.address }),
      ...(row.address_id !== null && { addressId: row.address_id }),
      ...(row.memo !== null && { memo: row.memo }),
      ...(hash !== null && { transactionHash: hash }),
      ...(url !== undefined && { explorerUrl: url }),
      ...(isUndisclosed && { undisclosed: true }),
      ...(hash !== null &&
        !isUndisclosed && { confirmations: { seen: row.confirmations, needed: row.confirmations_needed } }),
      risk: row.risk,
    };
  });
}

/** Whether a transaction waits for an exceptional reason. */
export const isHeld = ({ status, hold_reason: reason }: Pick<CryptoRow, 'status' | 'hold_reason'>): boolean =>
  status === 'to be confirmed' || (status === 'to be processed' && reason !== null);

/** SQL condition equivalent to {@link isHeld}. */
export const held = sql<boolean>`(status = 'to be confirmed' or (status = 'to be processed' and hold_reason is not null))`;

function holdOf(row: CryptoRow): TransferHold | undefined {
  const { status, hold_reason: reason, due_at: dueAt } = row;
  const until = dueAt && !isPolled(row) ? { until: dueAt.toISOString() } : {};
  if (row.is_undisclosed && status === 'processing') return { reasonCode: 'searching', who: 'system', ...until };
  if (status === 'to be confirmed') return { reasonCode: reason ?? 'review', who: 'Operations' };
  if (status !== 'to be processed' || reason === null) return undefined;
  return { reasonCode: reason, who: 'system', ...until };
}
