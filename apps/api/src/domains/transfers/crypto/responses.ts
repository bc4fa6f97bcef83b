import type { CryptoTransaction } from '@wusd/api-sdk';
import type { Currency } from '@wusd/api-sdk/domain';
import { fromMinor } from '@wusd/api-sdk/money';
import { formatMessage, languageOf } from '@wusd/i18n/server';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { Database } from '../../../platform/database/types.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { pageOf } from '../../../platform/database/pages.ts';
import { ledgerScale } from '../../../platform/registry/currencies.ts';
import { nextMoves, stateOf, timelinesOf } from '../../../platform/state-machine/state-machine.ts';
import { afterCursor, type Direction, matching, type Narrowing, type PageAsked } from '../movements.ts';
import { depositStates } from './deposit-states.ts';
import { explorerUrl } from './hashes.ts';
import { withdrawalStates } from './withdrawal-states.ts';

type Row = Selectable<Database['crypto_transaction']>;

/** @throws AppError NOT_FOUND where it is not this customer's, or of a direction that the caller may not see */
export async function findTransaction(
  db: Db,
  customerId: string,
  id: string,
  directions: readonly Direction[],
  language: string | undefined,
): Promise<CryptoTransaction> {
  const row = await db
    .selectFrom('crypto_transaction')
    .selectAll()
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  const [shown] = row && directions.includes(row.direction) ? await show(db, [row], language) : [];
  if (!shown) throw new AppError('NOT_FOUND');
  return shown;
}

export interface TransactionSearch {
  filter?: {
    direction?: Direction;
    status?: CryptoTransaction['status'];
    currency?: string;
    networkId?: number;
    from?: string;
    to?: string;
    text?: string;
  };
  sort?: 'newest' | 'oldest';
  size?: number;
  cursor?: string;
}

/**
 * A keyset page of a customer's crypto transactions. Two queries, however many there are.
 *
 * @throws AppError INSUFFICIENT_SCOPE where a direction is asked for that the caller may not see
 */
export async function searchTransactions(
  db: Db,
  customerId: string,
  { filter = {}, sort = 'newest', size = 20, cursor }: TransactionSearch,
  directions: readonly Direction[],
  language: string | undefined,
) {
  const { direction, networkId, ...narrowing } = filter;
  if (direction !== undefined && !directions.includes(direction)) throw new AppError('SCOPE_MISSING');
  const rows = await transactionsOf(
    db,
    customerId,
    { ...narrowing, networkId },
    direction === undefined ? directions : [direction],
    { after: afterCursor(cursor), sort, limit: size + 1 },
  ).execute();
  const shown = new Map((await show(db, rows.slice(0, size), language)).map((each) => [each.id, each]));
  return pageOf(rows, size, ({ id }) => shown.get(id) as CryptoTransaction);
}

/** Rows of a customer's crypto transactions. */
export function transactionsOf(
  db: Db,
  customerId: string,
  { networkId, ...narrowing }: Narrowing & { networkId?: number | undefined },
  directions: readonly Direction[],
  page: PageAsked,
) {
  let query = db
    .selectFrom('crypto_transaction')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('direction', 'in', directions);
  if (networkId !== undefined) query = query.where('network_id', '=', networkId);
  // The currency of an undisclosed deposit is a placeholder.
  if (narrowing.currency !== undefined) query = query.where('is_undisclosed', '=', false);
  return matching(query, { table: 'crypto_transaction', prefix: 'ctx' }, narrowing, page);
}

async function show(db: Db, rows: readonly Row[], language: string | undefined): Promise<CryptoTransaction[]> {
  if (rows.length === 0) return [];
  const idsOf = (direction: Direction): string[] =>
    rows.filter((row) => row.direction === direction).map(({ id }) => id);
  const timelines = new Map([
    ...(await timelinesOf(db, depositStates, idsOf('deposit'))),
    ...(await timelinesOf(db, withdrawalStates, idsOf('withdrawal'))),
  ]);
  return rows.map((row): CryptoTransaction => {
    const isDeposit = row.direction === 'deposit';
    const words = (reason: string): string =>
      formatMessage(languageOf(language), `message.${row.direction}Reason.${reason}`);
    const money = (minor: bigint) => ({
      currency: row.currency as Currency,
      amount: fromMinor(minor, ledgerScale[row.currency] ?? 0),
    });
    const [amount, fee] = [BigInt(row.amount), BigInt(row.fee)];
    const url = row.hash === null ? undefined : explorerUrl(row.network_id, row.hash);
    const timeline = (timelines.get(row.id) ?? []).map(({ reason, ...entry }) => ({
      ...entry,
      ...(reason !== undefined && { reason: words(reason) }),
    }));
    const moves = isDeposit
      ? nextMoves(depositStates, stateOf(depositStates, row.status))
      : nextMoves(withdrawalStates, stateOf(withdrawalStates, row.status)).map((move) => ({
          ...move,
          ...(move.to === 'processing' && row.due_at && !isPolled(row) && { at: row.due_at.toISOString() }),
        }));
    return {
      id: row.id,
      direction: row.direction,
      createTime: row.created_at.toISOString(),
      updateTime: row.updated_at.toISOString(),
      pay: money(amount + fee),
      receive: money(amount),
      fees: fee === 0n ? [] : [{ name: 'network fee', money: money(fee) }],
      networkId: row.network_id as CryptoTransaction['networkId'],
      ...(row.address !== null && { receivingAccount: row.address }),
      ...(row.address_id !== null && { addressId: row.address_id }),
      ...(row.memo !== null && { memo: row.memo }),
      ...(row.hash !== null && { transactionHash: row.hash }),
      ...(url !== undefined && { explorerUrl: url }),
      ...(row.is_undisclosed && { undisclosed: true }),
      ...(row.hash !== null &&
        !row.is_undisclosed && { confirmations: { seen: row.confirmations, needed: row.confirmations_needed } }),
      status: row.status,
      risk: row.risk,
      ...holdOf(row, words),
      ...(timeline.some(({ actor }) => actor === 'Operations') && { operator: 'Operations' as const }),
      timeline,
      nextMoves: moves,
    };
  });
}

/** Whether it waits for something that is not its usual way. */
export const isHeld = ({ status, hold_reason: reason }: Pick<Row, 'status' | 'hold_reason'>): boolean =>
  status === 'to be confirmed' || (status === 'to be processed' && reason !== null);

/** The same of rows. */
export const held = sql<boolean>`(status = 'to be confirmed' or (status = 'to be processed' and hold_reason is not null))`;

const polled = new Set(['liquidity', 'network-fee', 'account-frozen', 'identity']);

/** Whether nobody knows how long it waits: its time is then only that of the next look. */
const isPolled = ({ hold_reason: reason }: Pick<Row, 'hold_reason'>): boolean => reason !== null && polled.has(reason);

/** Why it waits, where it does. */
function holdOf(
  { status, hold_reason: reason, due_at: dueAt, is_undisclosed: isUndisclosed }: Row,
  words: (reason: string) => string,
) {
  if (isUndisclosed && status === 'processing')
    return {
      hold: {
        reasonCode: 'searching',
        message: words('searching'),
        who: 'system' as const,
        ...(dueAt && { until: dueAt.toISOString() }),
      },
    };
  if (status === 'to be confirmed')
    return {
      hold: {
        reasonCode: reason ?? 'review',
        message: words(reason ?? 'review'),
        who: 'Operations' as const,
      },
    };
  if (status !== 'to be processed' || reason === null) return {};
  return {
    hold: {
      reasonCode: reason,
      message: words(reason),
      who: 'system' as const,
      ...(dueAt && !isPolled({ hold_reason: reason }) && { until: dueAt.toISOString() }),
    },
  };
}
