import { decimalsOf } from '@wusd/api-sdk/domain';
import { formatMoney } from '@wusd/i18n';
import { sql } from 'kysely';
import { containing } from '../../http/pages.ts';
import { nextMoves } from '../../states/states.ts';
import { depositStates, type DepositStatus } from '../crypto/deposit-states.ts';
import { withdrawalStates, type WithdrawalStatus } from '../crypto/withdrawal-states.ts';
import { findCustomer, findCustomerByEmail } from '../customers/customers.ts';
import { type FiatDepositStatus, fiatDepositStates } from '../fiat/deposit-states.ts';
import { type FiatWithdrawalStatus, fiatWithdrawalStates } from '../fiat/withdrawal-states.ts';
import { findQuotes } from '../otc/quotes.ts';
import { orderStates, type OrderStatus } from '../otc/states.ts';
import type { Services } from '../services.ts';
import { amountOf } from '../wallet-accounts/entries.ts';
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

/**
 * Whatever has a text in its id, hash, address or reference, of any customer; or a customer by e-mail, with what moved last.
 *
 * @throws RangeError where the text is too short to tell anything apart
 */
export async function findAnything(services: Services, text: string | undefined): Promise<string> {
  const { db, vault } = services;
  const typed = text?.trim() ?? '';
  if (typed.length < shortest)
    throw new RangeError(
      `find needs ${shortest} characters of an id, a hash, an address, a reference, or an e-mail address.`,
    );
  const owner = typed.includes('@') ? await findCustomerByEmail(db, vault, typed) : undefined;
  if (typed.includes('@') && !owner) return `There is no customer ${typed}.`;
  const matches =
    owner === undefined
      ? sql<boolean>`search_text ilike ${containing(typed)}`
      : sql<boolean>`customer_id = ${owner.id}`;

  const [crypto, fiat, orders] = await Promise.all([
    db.selectFrom('crypto_transaction').selectAll().where(matches).orderBy('id', 'desc').limit(most).execute(),
    db.selectFrom('fiat_transaction').selectAll().where(matches).orderBy('id', 'desc').limit(most).execute(),
    db.selectFrom('otc_order').selectAll().where(matches).orderBy('id', 'desc').limit(most).execute(),
  ]);
  const quotes = orders.length === 0 ? new Map() : await findQuotes(db, orders);
  const found: Found[] = [
    ...crypto.map((row) => ({
      at: row.created_at,
      what: `crypto ${row.direction}`,
      id: row.id,
      customerId: row.customer_id,
      about: money(amountOf(row), row.currency),
      status: row.status,
      moves:
        row.direction === 'deposit'
          ? nextMoves(depositStates, row.status as DepositStatus)
          : nextMoves(withdrawalStates, row.status as WithdrawalStatus),
    })),
    ...fiat.map((row) => ({
      at: row.created_at,
      what: `fiat ${row.direction}`,
      id: row.id,
      customerId: row.customer_id,
      about: money(amountOf(row), row.currency),
      status: row.status,
      moves:
        row.direction === 'deposit'
          ? nextMoves(fiatDepositStates, row.status as FiatDepositStatus)
          : nextMoves(fiatWithdrawalStates, row.status as FiatWithdrawalStatus),
    })),
    ...orders.map((row) => {
      const { pay = '0', payCurrency = 'WUSD' } = quotes.get(row.quote_id) ?? {};
      return {
        at: row.created_at,
        what: 'order',
        id: row.id,
        customerId: row.customer_id,
        about: money(pay, payCurrency),
        status: row.status,
        moves: nextMoves(orderStates, row.status as OrderStatus),
      };
    }),
  ].toSorted((a, b) => b.at.getTime() - a.at.getTime());
  if (found.length === 0) return `Nothing has "${typed}" in an id, a hash, an address or a reference.`;
  const shown = found.slice(0, most);
  const ids = [...new Set(shown.map(({ customerId }) => customerId))];
  const emails = new Map(
    await Promise.all(ids.map(async (id) => [id, (await findCustomer(db, vault, id))?.email ?? id] as const)),
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
