import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import { transact } from '../../platform/database/database.ts';
import { nextMoves, type StateMachine, stateOf } from '../../platform/state-machine/state-machine.ts';
import { findCustomerByEmail } from '../../commands/customers.ts';
import { cryptoDepositStates } from '../transfers/crypto/deposit-states.ts';
import { cryptoWithdrawalStates } from '../transfers/crypto/withdrawal-states.ts';
import { fiatDepositStates } from '../transfers/fiat/deposit-states.ts';
import { fiatWithdrawalStates } from '../transfers/fiat/withdrawal-states.ts';
import { findQuotes } from '../exchange/otc/quotes.ts';
import { orderStates } from '../exchange/otc/states.ts';
import type { Services } from '../services.ts';
import { hasText, type Searched } from '../../platform/database/text-search.ts';
import { decimalAmountOf } from '../wallet/accounts/transactions.ts';
import { emailsOf } from './customers.ts';
import { UsageError } from './errors.ts';
import type { CommandResult, FoundTransaction } from './results.ts';

const maxResults = 20;
const minQueryLength = 4;

type Result = Omit<FoundTransaction, 'customerEmail'>;

/** Returns the statuses to which an operator can transition an entity now. */
const operatorMoves = <Status extends string>(states: StateMachine<Status>, status: Status): string[] => [
  ...new Set(nextMoves(states, status).flatMap(({ to, who }) => (who === 'Operations' ? [to] : []))),
];

/** @param states state machine of the row's direction */
function toResult<Status extends string>(
  asset: string,
  row: {
    id: string;
    customer_id: string;
    direction: string;
    amount: string;
    currency: string;
    status: string;
    created_at: Date;
    returns_deposit_id: string | null;
    is_undisclosed?: boolean;
  },
  states: StateMachine<Status>,
): Result {
  return {
    startedAt: row.created_at,
    entity: `${asset} ${row.returns_deposit_id === null ? row.direction : 'return'}`,
    id: row.id,
    customerId: row.customer_id,
    money: row.is_undisclosed === true ? null : { amount: decimalAmountOf(row), currency: row.currency },
    status: row.status,
    nextStatuses: operatorMoves(states, stateOf(states, row.status)),
  };
}

/**
 * Finds transactions and orders of any customer by the start or end of an id, hash, address or reference. For an email
 * address, finds the latest transactions of that customer.
 *
 * @throws UsageError if the query is too short
 */
export async function searchTransactions(
  services: Services,
  query: string,
  operator: string,
): Promise<CommandResult<'search-results'>> {
  const { db, clock, vault } = services;
  if (query.length < minQueryLength)
    throw new UsageError(
      `find needs at least ${minQueryLength} characters of an id, hash, address or reference, or an e-mail address.`,
    );
  const owner = query.includes('@') ? await findCustomerByEmail(db, vault, query) : undefined;
  if (query.includes('@') && !owner) return { type: 'search-results', query, items: [], hasMore: false };
  const matching = (table: Searched) =>
    (owner === undefined ? hasText(table, query) : undefined) ?? sql<boolean>`customer_id = ${owner?.id ?? ''}`;

  const [crypto, fiat, orders] = await Promise.all([
    db
      .selectFrom('crypto_transaction')
      .selectAll()
      .where(matching('crypto_transaction'))
      .orderBy('id', 'desc')
      .limit(maxResults + 1)
      .execute(),
    db
      .selectFrom('fiat_transaction')
      .selectAll()
      .where(matching('fiat_transaction'))
      .orderBy('id', 'desc')
      .limit(maxResults + 1)
      .execute(),
    db
      .selectFrom('otc_order')
      .selectAll()
      .where(matching('otc_order'))
      .orderBy('id', 'desc')
      .limit(maxResults + 1)
      .execute(),
  ]);
  const quotes = orders.length === 0 ? new Map() : await findQuotes(db, orders);
  const results: Result[] = [
    ...crypto.map((row) =>
      row.direction === 'deposit'
        ? toResult('crypto', row, cryptoDepositStates)
        : toResult('crypto', row, cryptoWithdrawalStates),
    ),
    ...fiat.map((row) =>
      row.direction === 'deposit'
        ? toResult('fiat', row, fiatDepositStates)
        : toResult('fiat', row, fiatWithdrawalStates),
    ),
    ...orders.map((row): Result => {
      const { pay = '0', payCurrency = 'WUSD' } = quotes.get(row.quote_id) ?? {};
      return {
        startedAt: row.created_at,
        entity: 'order',
        id: row.id,
        customerId: row.customer_id,
        money: { amount: pay, currency: payCurrency },
        status: row.status,
        nextStatuses: operatorMoves(orderStates, row.status),
      };
    }),
  ].toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime());
  if (results.length === 0) return { type: 'search-results', query, items: [], hasMore: false };
  const items = results.slice(0, maxResults);
  const ids = [...new Set(items.map(({ customerId }) => customerId))];
  const emails = await emailsOf(services, ids);
  // The audit log records whose data was read and by whom, but not the query, which may be personal data.
  await transact(db, (trx) =>
    audit(trx, clock, {
      customerId: undefined,
      actor: 'Operations',
      act: 'looked up',
      details: { operator, customers: ids.join(' ') },
    }),
  );
  return {
    type: 'search-results',
    query,
    items: items.map((each) => ({ ...each, customerEmail: emails.get(each.customerId) ?? each.customerId })),
    hasMore: results.length > maxResults,
  };
}
