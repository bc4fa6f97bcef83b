import { decimalsOf } from '@wusd/api-sdk/domain';
import { formatMoney } from '@wusd/i18n';
import { alertKinds, listAlerts } from '../../platform/alerts/alerts.ts';
import { networkNameOf } from '../config/offering.ts';
import { listClaims } from '../transfers/crypto/claim-list.ts';
import { findCustomer } from '../../commands/customers.ts';
import { listOpenFeedback } from '../support/feedback/feedback.ts';
import { openLine } from '../transfers/fiat/statements.ts';
import { operatorReasons } from '../transfers/fiat/responses.ts';
import { findQuotes } from '../exchange/otc/quotes.ts';
import type { Services } from '../services.ts';
import { amountOf } from '../wallet/accounts/entries.ts';
import { findOverdue, type Overdue } from './age-limits.ts';
import { stuckPayouts } from './payouts.ts';
import { ageOf, durationOf, tableOf } from './table.ts';

/** Something that goes no further without a person. */
interface Waiting {
  since: Date;
  what: string;
  id: string;
  customerId: string | null;
  /** How much, and over what. */
  about: string;
  why: string;
  /** Commands that end its waiting. */
  next: string;
}

const money = (amount: string, currency: string): string =>
  formatMoney('en_US', amount, currency, decimalsOf(currency));
const decide = 'approve, reject --reason';

/** What is looked through for each command that lists what waits. */
const queues = {
  queue: [
    otherAlerts,
    payouts,
    identities,
    orders,
    cryptoTransactions(['deposit', 'withdrawal']),
    depositClaims,
    fiatTransactions,
    lines,
    feedback,
  ],
  waiting: [identities],
  orders: [orders],
  deposits: [cryptoTransactions(['deposit']), depositClaims],
  claims: [depositClaims],
  withdrawals: [payouts, cryptoTransactions(['withdrawal'])],
  lines: [lines],
  alerts: [alerts],
} as const satisfies Record<string, readonly ((services: Services) => Promise<Waiting[]>)[]>;

export const isQueue = (command: string): command is keyof typeof queues => command in queues;

/** What waits for a person, the longest first: with why, and what can be done. */
export async function listQueue(services: Services, which: keyof typeof queues): Promise<string> {
  const { db, clock, vault } = services;
  const found = await Promise.all(queues[which].map((find) => find(services)));
  const overdue = which === 'queue' ? await findOverdue(services) : [];
  const waiting = withOverdue(found.flat(), overdue).toSorted((a, b) => a.since.getTime() - b.since.getTime());
  if (waiting.length === 0) return 'Nothing waits for you.';
  const ids = [...new Set(waiting.flatMap(({ customerId }) => customerId ?? []))];
  const emails = new Map(
    await Promise.all(ids.map(async (id) => [id, (await findCustomer(db, vault, id))?.email ?? id] as const)),
  );
  const now = clock.now();
  return tableOf(
    ['WAITS', 'WHAT', 'ID', 'WHOSE', 'ABOUT', 'WHY', 'NEXT'],
    waiting.map(({ since, what, id, customerId, about, why, next }) => [
      ageOf(since, now),
      what,
      id,
      customerId === null ? '-' : (emails.get(customerId) ?? customerId),
      about,
      why,
      next,
    ]),
  );
}

/** Each entity once: what waits for a person anyway says that it is overdue. */
function withOverdue(waiting: readonly Waiting[], overdue: readonly Overdue[]): Waiting[] {
  const ids = new Set(waiting.map(({ id }) => id));
  return [
    ...waiting.map((each) => {
      const limit = overdue.find(({ id }) => id === each.id)?.limit;
      return limit ? { ...each, why: `${each.why}; overdue, limit ${durationOf(limit.limitMs)}` } : each;
    }),
    ...overdue
      .filter(({ id }) => !ids.has(id))
      .map(({ entity, id, customerId, status, since, limit }) => ({
        since,
        what: entity,
        id,
        customerId,
        about: status,
        why: `overdue, limit ${durationOf(limit.limitMs)}`,
        next: limit.action,
      })),
  ];
}

async function payouts(services: Services): Promise<Waiting[]> {
  return (await stuckPayouts(services)).map(({ id, customerId, signedAt, network, sender, nonce, hash, why }) => ({
    since: signedAt,
    what: 'stuck payout',
    id,
    customerId,
    about: `${network}, nonce ${nonce} of ${sender}, ${hash}`,
    why,
    next: 'release-payout --why',
  }));
}

/** What is overdue is in the queue itself. */
async function otherAlerts(services: Services): Promise<Waiting[]> {
  return (await alerts(services)).filter(({ what }) => what !== 'alert overdue');
}

async function alerts({ db }: Services): Promise<Waiting[]> {
  return (await listAlerts(db)).map(({ kind, entityId, details, count, openedAt }) => ({
    since: openedAt,
    what: `alert ${kind}`,
    id: entityId,
    customerId: null,
    about: [alertKinds[kind], ...Object.entries(details).map(([name, value]) => `${name} ${value}`)].join(', '),
    why: `raised ${count} times`,
    next: kind === 'dead-letter' ? `retry ${entityId}` : `close-alert ${kind} ${entityId}`,
  }));
}

async function identities({ db }: Services): Promise<Waiting[]> {
  const rows = await db
    .selectFrom('customer')
    .select(['id', 'account_type', 'created_at'])
    .where('status', '=', 'active')
    .where('identity_status', '=', 'pending verification')
    .execute();
  return rows.map((row) => ({
    since: row.created_at,
    what: row.account_type === 'corporate' ? 'company' : 'identity',
    id: row.id,
    customerId: row.id,
    about: '-',
    why: 'to be verified',
    next: 'show, verify, reject --reason',
  }));
}

async function orders({ db }: Services): Promise<Waiting[]> {
  const rows = await db.selectFrom('otc_order').selectAll().where('status', '=', 'pending approval').execute();
  if (rows.length === 0) return [];
  const quotes = await findQuotes(db, rows);
  return rows.map((row) => {
    const { pay = '0', payCurrency = '', receive = '0', receiveCurrency = '' } = quotes.get(row.quote_id) ?? {};
    return {
      since: row.created_at,
      what: 'order',
      id: row.id,
      customerId: row.customer_id,
      about: `${money(pay, payCurrency)} for ${money(receive, receiveCurrency)}`,
      why: `its rate ends ${row.due_at?.toISOString() ?? '-'}`,
      next: decide,
    };
  });
}

function cryptoTransactions(directions: ('deposit' | 'withdrawal')[]) {
  return async ({ db }: Services): Promise<Waiting[]> => {
    const rows = await db
      .selectFrom('crypto_transaction')
      .selectAll()
      .where('status', '=', 'to be confirmed')
      .where('direction', 'in', directions)
      .where('is_undisclosed', '=', false)
      .execute();
    return rows.map((row) => ({
      since: row.updated_at,
      what: row.direction,
      id: row.id,
      customerId: row.customer_id,
      about: `${money(amountOf(row), row.currency)}, ${networkNameOf(row.network_id)}`,
      why: row.hold_reason ?? '-',
      next: decide,
    }));
  };
}

/** Each claim with its evidence: claims to the same transfer have the same hash, and one of them can be approved. */
async function depositClaims(services: Services): Promise<Waiting[]> {
  const claims = await listClaims(services);
  return claims.map((claim) => ({
    since: claim.claimedAt,
    what: 'claim',
    id: claim.id,
    customerId: claim.customerId,
    about: `${money(amountOf(claim), claim.currency)}, ${networkNameOf(claim.networkId)}, ${claim.hash}`,
    why: `${claim.evidence}; ${claim.open} open, ${claim.refused} refused; ${claim.risk} risk`,
    next: decide,
  }));
}

async function fiatTransactions({ db }: Services): Promise<Waiting[]> {
  const rows = await db
    .selectFrom('fiat_transaction')
    .selectAll()
    .where('status', 'in', ['to be processed', 'processing'])
    // What else waits goes on by itself.
    .where('hold_reason', 'in', operatorReasons)
    .execute();
  return rows.map((row) => ({
    since: row.updated_at,
    what: row.direction === 'deposit' ? 'wire' : 'payout',
    id: row.id,
    customerId: row.customer_id,
    about: `${money(amountOf(row), row.currency)}, ${row.partner_id}`,
    why: row.hold_reason ?? '-',
    next: row.direction === 'deposit' ? decide : `${decide}, by-hand --line`,
  }));
}

async function lines(services: Services): Promise<Waiting[]> {
  const rows = await services.db.selectFrom('bank_line').selectAll().where('entity_id', 'is', null).execute();
  return rows.map((row) => {
    const { reference = '-', sender } = openLine(services, row);
    const amount =
      row.amount === null || row.currency === null
        ? '-'
        : money(amountOf({ amount: row.amount, currency: row.currency }), row.currency);
    return {
      since: row.seen_at,
      what: `${row.kind} line`,
      id: `${row.partner_id}:${row.line}`,
      customerId: null,
      about: `${amount}, ${sender?.name ?? '-'}`,
      why: `names nobody: ${reference}`,
      next: row.kind === 'credit' ? 'match --line, stock --line' : 'by-hand --line',
    };
  });
}

async function feedback({ db }: Services): Promise<Waiting[]> {
  const rows = await listOpenFeedback(db);
  return rows.map((row) => ({
    since: row.created_at,
    what: 'feedback',
    id: row.reference,
    customerId: row.customer_id,
    about: '-',
    why: 'to be answered',
    next: 'feedback, close-feedback',
  }));
}
