import type { FiatTransaction } from '@wusd/api-sdk';
import { formatMessage, languageOf } from '@wusd/i18n/server';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { partnerIdOf } from '@wusd/server-kit/registry/banks';
import { railOf } from '@wusd/server-kit/registry/rails';
import type { Direction } from '../core/transfer-kind.ts';
import type { Services } from '../../services.ts';
import { depositReasonMessage } from '../core/deposits.ts';
import { findTransfer, type TransferReader, type Viewer } from '../core/queries.ts';
import { moneyOf, type ResponseKind, sharedResponses, transferAmounts, type TransferHold } from '../core/responses.ts';
import { applySearch, type PageRequest, type SearchFilter } from '../core/search.ts';
import { isPolled, operatorReasonOf } from '../core/withdrawal-rules.ts';
import { type FiatDepositStatus, fiatDepositStates } from './deposit-states.ts';
import { type FiatRow, nameOfPayee, openDetails } from './transactions.ts';
import { type FiatWithdrawalStatus, fiatWithdrawalStates } from './withdrawal-states.ts';
import { fiatWithdrawalReasonMessage } from './withdrawals.ts';

type ReadServices = Pick<Services, 'vault' | 'gateways'>;

export const fiatReader = (services: ReadServices): TransferReader<FiatRow, object, FiatTransaction> => ({
  find: (db, customerId, id) =>
    db
      .selectFrom('fiat_transaction')
      .selectAll()
      .where('id', '=', id)
      .where('customer_id', '=', customerId)
      .where('returns_deposit_id', 'is', null)
      .executeTakeFirst(),
  search: (db, ...search) => fiatTransactionsQuery(db, ...search).execute(),
  toResponses: (db, rows, language) => toResponses(services, db, rows, language),
});

/** @throws AppError NOT_FOUND */
export const findFiatTransaction = (
  services: ReadServices,
  db: Db,
  viewer: Viewer,
  id: string,
): Promise<FiatTransaction> => findTransfer(db, fiatReader(services), viewer, id);

/** Returns the query for a customer's fiat transactions. */
export function fiatTransactionsQuery(
  db: Db,
  customerId: string,
  filter: SearchFilter,
  directions: readonly Direction[],
  page: PageRequest,
) {
  const query = db
    .selectFrom('fiat_transaction')
    .selectAll()
    .where('customer_id', '=', customerId)
    // A return appears as a step of its deposit.
    .where('returns_deposit_id', 'is', null)
    .where('direction', 'in', directions);
  return applySearch(query, { table: 'fiat_transaction', prefix: 'ftx' }, filter, page);
}

const responseKind: ResponseKind<FiatRow, FiatDepositStatus, FiatWithdrawalStatus> = {
  table: 'fiat_transaction',
  states: { deposit: fiatDepositStates, withdrawal: fiatWithdrawalStates },
  reasonMessage: (direction, reason) =>
    direction === 'deposit' ? depositReasonMessage(reason) : fiatWithdrawalReasonMessage(reason),
  holdOf,
  startsAt: (row) => (isPolled(row) || operatorReasonOf(row.hold_reason) ? undefined : row.due_at),
};

async function toResponses(
  services: ReadServices,
  db: Db,
  rows: readonly FiatRow[],
  language: string | undefined,
): Promise<FiatTransaction[]> {
  const translate = (id: string): string => formatMessage(languageOf(language), id);
  const responses = await sharedResponses(db, responseKind, rows, language);
  return responses.map(({ row, shared }): FiatTransaction => ({
    ...shared,
    partnerId: partnerIdOf(row.partner_id),
    ...(row.direction === 'deposit'
      ? depositFields(services, row, translate)
      : withdrawalFields(services, row, translate)),
  }));
}

/** `pay` is the declared amount, `receive` the received amount, and `difference` explains the difference. */
function depositFields(services: ReadServices, row: FiatRow, translate: (id: string) => string) {
  const { declared, amount, statement_line: line } = row;
  const partner = services.gateways.partners.find(({ id }) => id === row.partner_id);
  const { remark } = openDetails(services, row);
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
        reason: translate(`message.depositDifference.${sign}`),
      },
    }),
  };
}

function withdrawalFields(services: ReadServices, row: FiatRow, translate: (id: string) => string) {
  const { payee, purpose } = openDetails(services, row);
  const missing = row.returned === null ? 0n : BigInt(row.amount) - BigInt(row.returned);
  return {
    ...transferAmounts(row, 'bank fee'),
    ...(row.rail !== null && { rail: railOf(row.rail) }),
    ...(payee !== undefined && { receivingAccount: nameOfPayee(payee) }),
    ...(row.bank_account_id !== null && { bankAccountId: row.bank_account_id }),
    ...(row.end_to_end_id !== null && { reference: row.end_to_end_id }),
    ...(purpose !== undefined && { remark: purpose }),
    ...(missing > 0n && {
      difference: {
        money: moneyOf(row, missing),
        sign: 'shortfall' as const,
        reason: translate('message.returnDifference'),
      },
    }),
  };
}

/** Whether a transaction waits for an exceptional reason. */
export const isHeld = ({ status, direction, hold_reason: reason }: FiatRow): boolean =>
  reason !== null && status === (direction === 'deposit' ? 'processing' : 'to be processed');

/** SQL condition equivalent to {@link isHeld}. */
export const held = sql<boolean>`(hold_reason is not null and status = case direction when 'deposit' then 'processing' else 'to be processed' end)`;

function holdOf(row: FiatRow): TransferHold | undefined {
  const { hold_reason: reason, due_at: dueAt } = row;
  if (!isHeld(row) || reason === null) return undefined;
  if (operatorReasonOf(reason)) return { reasonCode: reason, who: 'Operations' };
  return { reasonCode: reason, who: 'system', ...(dueAt && !isPolled(row) && { until: dueAt.toISOString() }) };
}
