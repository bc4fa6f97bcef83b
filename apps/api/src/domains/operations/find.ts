import { decimalsOf } from '@wusd/api-sdk/domain';
import { formatMoney } from '@wusd/i18n';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import { transact } from '../../platform/database/database.ts';
import { nextMoves, stateOf, type StateMachine } from '../../platform/state-machine/state-machine.ts';
import { depositStates } from '../transfers/crypto/deposit-states.ts';
import { withdrawalStates } from '../transfers/crypto/withdrawal-states.ts';
import { findCustomer, findCustomerByEmail } from '../../commands/customers.ts';
import { fiatDepositStates } from '../transfers/fiat/deposit-states.ts';
import { fiatWithdrawalStates } from '../transfers/fiat/withdrawal-states.ts';
import { findQuotes } from '../exchange/otc/quotes.ts';
import { orderStates } from '../exchange/otc/states.ts';
import type { Services } from '../services.ts';
import { hasText, type Searched } from '../../platform/database/text-search.ts';
import { amountOf } from '../wallet/accounts/entries.ts';
import { tableOf } from './table.ts';

const most = 20;
const shortest = 4;

interface Found {
  at: Date;
  what: string;
  id: string;
  customerId: string;
  about: string;
  status: string;
  /** What a person may do about it now. */
  moves: readonly { to: string; who: string }[];
}

const money = (amount: string, currency: string): string =>
  formatMoney('en_US', amount, currency, decimalsOf(currency));

/** @param states of its direction, of which its status is one */
function transaction<Status extends string>(
  asset: string,
  row: {
    id: string;
    customer_id: string;
    direction: string;
    amount: string;
    currency: string;
    status: string;
    created_at: Date;
    is_undisclosed?: boolean;
  },
  states: StateMachine<Status>,
): Found {
  return {
    at: row.created_at,
    what: `${asset} ${row.direction}`,
    id: row.id,
    customerId: row.customer_id,
    about: row.is_undisclosed === true ? 'claim' : money(amountOf(row), row.currency),
    status: row.status,
    moves: nextMoves(states, stateOf(states, row.status)),
  };
}

/**
 * Whatever has an id, a hash, an address or a reference that begins or ends with a text, of any customer; or a customer by e-mail, with what moved last.
 *
 * @throws RangeError where the text is too short to tell anything apart
 */
export async function findAnything(services: Services, text: string | undefined, operator: string): Promise<string> {
  const { db, clock, vault } = services;
  const typed = text?.trim() ?? '';
  if (typed.length < shortest)
    throw new RangeError(
      `find needs ${shortest} characters of an id, a hash, an address, a reference, or an e-mail address.`,
    );
  const owner = typed.includes('@') ? await findCustomerByEmail(db, vault, typed) : undefined;
  if (typed.includes('@') && !owner) return `There is no customer ${typed}.`;
  const matching = (table: Searched) =>
    (owner === undefined ? hasText(table, typed) : undefined) ?? sql<boolean>`customer_id = ${owner?.id ?? ''}`;

  const [crypto, fiat, orders] = await Promise.all([
    db
      .selectFrom('crypto_transaction')
      .selectAll()
      .where(matching('crypto_transaction'))
      .orderBy('id', 'desc')
      .limit(most)
      .execute(),
    db
      .selectFrom('fiat_transaction')
      .selectAll()
      .where(matching('fiat_transaction'))
      .orderBy('id', 'desc')
      .limit(most)
      .execute(),
    db.selectFrom('otc_order').selectAll().where(matching('otc_order')).orderBy('id', 'desc').limit(most).execute(),
  ]);
  const quotes = orders.length === 0 ? new Map() : await findQuotes(db, orders);
  const found: Found[] = [
    ...crypto.map((row) =>
      row.direction === 'deposit'
        ? transaction('crypto', row, depositStates)
        : transaction('crypto', row, withdrawalStates),
    ),
    ...fiat.map((row) =>
      row.direction === 'deposit'
        ? transaction('fiat', row, fiatDepositStates)
        : transaction('fiat', row, fiatWithdrawalStates),
    ),
    ...orders.map((row): Found => {
      const { pay = '0', payCurrency = 'WUSD' } = quotes.get(row.quote_id) ?? {};
      return {
        at: row.created_at,
        what: 'order',
        id: row.id,
        customerId: row.customer_id,
        about: money(pay, payCurrency),
        status: row.status,
        moves: nextMoves(orderStates, row.status),
      };
    }),
  ].toSorted((a, b) => b.at.getTime() - a.at.getTime());
  if (found.length === 0) return `No id, hash, address or reference begins or ends with "${typed}".`;
  const shown = found.slice(0, most);
  const ids = [...new Set(shown.map(({ customerId }) => customerId))];
  const emails = new Map(
    await Promise.all(ids.map(async (id) => [id, (await findCustomer(db, vault, id))?.email ?? id] as const)),
  );
  // Whose movements were looked at is on record, and by whom; not what was typed, which may be somebody's.
  await transact(db, (trx) =>
    audit(trx, clock, {
      customerId: undefined,
      actor: 'Operations',
      act: 'looked up',
      details: { operator, customers: ids.join(' ') },
    }),
  );
  const rows = shown.map(({ at, what, id, customerId, about, status, moves }) => [
    at.toISOString(),
    what,
    id,
    emails.get(customerId) ?? customerId,
    about,
    status,
    [...new Set(moves.flatMap(({ to, who }) => (who === 'Operations' ? [to] : [])))].join(', ') || '-',
  ]);
  const table = tableOf(['BEGAN', 'WHAT', 'ID', 'WHOSE', 'ABOUT', 'STATUS', 'YOU CAN MAKE IT'], rows);
  return found.length > most ? `${table}\n\nThe newest ${most} of more: type more of it.` : table;
}
