import type { FiatTransaction } from '@wusd/api-sdk';
import type { Currency } from '@wusd/api-sdk/domain';
import { formatMessage, languageOf } from '@wusd/i18n/server';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { pageOf } from '../../../platform/database/pages.ts';
import { nextMoves, stateOf, timelinesOf } from '../../../platform/state-machine/state-machine.ts';
import { afterCursor, type Direction, matching, type Narrowing, type PageAsked } from '../movements.ts';
import type { Services } from '../../services.ts';
import { fiatDepositStates } from './deposit-states.ts';
import { reasonMessage } from './reasons.ts';
import { fromFiatMinor } from './terms.ts';
import { type FiatRow, nameOfPayee, openDetails } from './transactions.ts';
import { fiatWithdrawalStates } from './withdrawal-states.ts';

type Read = Pick<Services, 'vault' | 'gateways'>;

/** @throws AppError NOT_FOUND where it is not this customer's, or of a direction that the caller may not see */
export async function findFiatTransaction(
  read: Read,
  db: Db,
  customerId: string,
  id: string,
  directions: readonly Direction[],
  language: string | undefined,
): Promise<FiatTransaction> {
  const row = await db
    .selectFrom('fiat_transaction')
    .selectAll()
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  const [shown] = row && directions.includes(row.direction) ? await show(read, db, [row], language) : [];
  if (!shown) throw new AppError('NOT_FOUND');
  return shown;
}

export interface FiatSearch {
  filter?: {
    direction?: Direction;
    status?: FiatTransaction['status'];
    currency?: string;
    from?: string;
    to?: string;
    text?: string;
  };
  sort?: 'newest' | 'oldest';
  size?: number;
  cursor?: string;
}

/**
 * A keyset page of a customer's fiat transactions. Three queries, however many there are.
 *
 * @throws AppError SCOPE_MISSING where a direction is asked for that the caller may not see
 */
export async function searchFiatTransactions(
  read: Read,
  db: Db,
  customerId: string,
  { filter = {}, sort = 'newest', size = 20, cursor }: FiatSearch,
  directions: readonly Direction[],
  language: string | undefined,
) {
  const { direction, ...narrowing } = filter;
  if (direction !== undefined && !directions.includes(direction)) throw new AppError('SCOPE_MISSING');
  const rows = await fiatTransactionsOf(db, customerId, narrowing, direction === undefined ? directions : [direction], {
    after: afterCursor(cursor),
    sort,
    limit: size + 1,
  }).execute();
  const shown = new Map((await show(read, db, rows.slice(0, size), language)).map((each) => [each.id, each]));
  return pageOf(rows, size, ({ id }) => shown.get(id) as FiatTransaction);
}

/** Rows of a customer's fiat transactions. */
export function fiatTransactionsOf(
  db: Db,
  customerId: string,
  narrowing: Narrowing,
  directions: readonly Direction[],
  page: PageAsked,
) {
  const query = db
    .selectFrom('fiat_transaction')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('direction', 'in', directions);
  return matching(query, { table: 'fiat_transaction', prefix: 'ftx' }, narrowing, page);
}

async function show(
  read: Read,
  db: Db,
  rows: readonly FiatRow[],
  language: string | undefined,
): Promise<FiatTransaction[]> {
  if (rows.length === 0) return [];
  const idsOf = (direction: Direction): string[] =>
    rows.filter((row) => row.direction === direction).map(({ id }) => id);
  const timelines = new Map([
    ...(await timelinesOf(db, fiatDepositStates, idsOf('deposit'))),
    ...(await timelinesOf(db, fiatWithdrawalStates, idsOf('withdrawal'))),
  ]);
  const words = (id: string): string => formatMessage(languageOf(language), id);
  return rows.map((row): FiatTransaction => {
    const isDeposit = row.direction === 'deposit';
    const reasonOf = (reason: string): string =>
      words(isDeposit ? `message.depositReason.${reason}` : reasonMessage(reason));
    const timeline = (timelines.get(row.id) ?? []).map(({ reason, ...entry }) => ({
      ...entry,
      ...(reason !== undefined && { reason: reasonOf(reason) }),
    }));
    return {
      id: row.id,
      direction: row.direction,
      createTime: row.created_at.toISOString(),
      updateTime: row.updated_at.toISOString(),
      partnerId: row.partner_id as NonNullable<FiatTransaction['partnerId']>,
      ...(isDeposit ? showDeposit(read, row, words) : showWithdrawal(read, row, words)),
      status: row.status,
      ...holdOf(row, reasonOf),
      ...(timeline.some(({ actor }) => actor === 'Operations') && { operator: 'Operations' as const }),
      timeline,
      nextMoves: isDeposit
        ? nextMoves(fiatDepositStates, stateOf(fiatDepositStates, row.status))
        : nextMoves(fiatWithdrawalStates, stateOf(fiatWithdrawalStates, row.status)).map((move) => ({
            ...move,
            ...(move.to === 'processing' && row.due_at && { at: row.due_at.toISOString() }),
          })),
    };
  });
}

export const moneyOf = ({ currency }: FiatRow, minor: string | bigint) => ({
  currency: currency as Currency,
  amount: fromFiatMinor(minor, currency),
});

/** `pay` is what was said to be wired, `receive` what arrived; the difference is between them. */
function showDeposit(read: Read, row: FiatRow, words: (id: string) => string) {
  const { declared, amount, statement_line: line } = row;
  const partner = read.gateways.partners.find(({ id }) => id === row.partner_id);
  const { remark } = openDetails(read, row);
  const difference = line === null || declared === null ? 0n : BigInt(amount) - BigInt(declared);
  const sign: 'shortfall' | 'excess' = difference < 0n ? 'shortfall' : 'excess';
  const number = partner?.account.iban ?? partner?.account.accountNumber;
  return {
    pay: moneyOf(row, declared ?? amount),
    receive: moneyOf(row, amount),
    fees: [],
    ...(partner && {
      receivingAccount: number === undefined ? partner.name : `${partner.name} •••• ${number.slice(-4)}`,
    }),
    ...(line !== null && { reference: line }),
    ...(remark !== undefined && { remark }),
    receiptCount: row.receipt_count,
    ...(difference !== 0n && {
      difference: {
        money: moneyOf(row, difference < 0n ? -difference : difference),
        sign,
        reason: words(`message.depositDifference.${sign}`),
      },
    }),
  };
}

function showWithdrawal(read: Read, row: FiatRow, words: (id: string) => string) {
  const { payee, purpose } = openDetails(read, row);
  const [amount, fee] = [BigInt(row.amount), BigInt(row.fee)];
  const missing = row.returned === null ? 0n : amount - BigInt(row.returned);
  return {
    pay: moneyOf(row, amount + fee),
    receive: moneyOf(row, amount),
    fees: fee === 0n ? [] : [{ name: 'bank fee' as const, money: moneyOf(row, fee) }],
    ...(row.rail !== null && { rail: row.rail as NonNullable<FiatTransaction['rail']> }),
    ...(payee !== undefined && { receivingAccount: nameOfPayee(payee) }),
    ...(row.bank_account_id !== null && { bankAccountId: row.bank_account_id }),
    ...(row.end_to_end_id !== null && { reference: row.end_to_end_id }),
    ...(purpose !== undefined && { remark: purpose }),
    ...(missing > 0n && {
      difference: {
        money: moneyOf(row, missing),
        sign: 'shortfall' as const,
        reason: words('message.returnDifference'),
      },
    }),
  };
}

/** What waits for one of these waits for a person; for anything else it goes on by itself. */
export const forPeople = ['high-risk', 'destination', 'prohibited-country'] as const;

/** Whether it waits for something that is not its usual way. */
export const isHeld = ({ status, direction, hold_reason: reason }: FiatRow): boolean =>
  reason !== null && status === (direction === 'deposit' ? 'processing' : 'to be processed');

/** The same of rows. */
export const held = sql<boolean>`(hold_reason is not null and status = case direction when 'deposit' then 'processing' else 'to be processed' end)`;

/** Why it waits, where it does. */
function holdOf(row: FiatRow, words: (reason: string) => string) {
  const { hold_reason: reason, due_at: dueAt } = row;
  if (!isHeld(row) || reason === null) return {};
  const isForPerson = (forPeople as readonly string[]).includes(reason);
  return {
    hold: {
      reasonCode: reason,
      message: words(reason),
      who: isForPerson ? ('Operations' as const) : ('system' as const),
      ...(dueAt && !isForPerson && { until: dueAt.toISOString() }),
    },
  };
}
