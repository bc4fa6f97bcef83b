import { sql } from 'kysely';
import { type AlertKind, alertKinds, listAlerts } from '../../platform/alerts/alerts.ts';
import { networkNameOf } from '@wusd/server-kit/registry/networks';
import { listClaims } from '../transfers/crypto/claim-list.ts';
import { listOpenFeedback } from '../support/feedback/feedback.ts';
import { openLine } from '../transfers/fiat/statements.ts';
import { operatorReasons } from '../transfers/core/withdrawal-rules.ts';
import { findQuotes } from '../exchange/otc/quotes.ts';
import type { Services } from '../services.ts';
import { decimalAmountOf } from '../wallet/accounts/transactions.ts';
import { stuckPayouts } from './payouts.ts';
import type { Money, QueueItem } from './results.ts';

/** A queue item without the email address of its customer. */
export type BlockedItem = Omit<QueueItem, 'customerEmail'>;

const decide: readonly string[] = ['approve', 'reject --reason'];

const moneyOf = ({ amount, currency }: { amount: string; currency: string }): Money => ({
  amount: decimalAmountOf({ amount, currency }),
  currency,
});

export async function payouts(services: Services): Promise<BlockedItem[]> {
  return (await stuckPayouts(services)).map(
    ({ id, customerId, signedAt, network, exclusion, sender, nonce, hash, why }) => ({
      since: signedAt,
      entity: 'stuck payout',
      id,
      customerId,
      amounts: [],
      details: [network, `nonce ${nonce} of ${sender}`, hash],
      reason: why,
      actions: [exclusion === 'nonce' ? 'cancel-payout --why' : 'none: it is sent anew by itself once it has expired'],
    }),
  );
}

/** Lists alerts except alerts about overdue entities, which the queue adds itself. */
export async function otherAlerts(services: Services): Promise<BlockedItem[]> {
  return (await alerts(services)).filter(({ entity }) => entity !== 'alert overdue');
}

export async function alerts({ db }: Services): Promise<BlockedItem[]> {
  return (await listAlerts(db)).map(({ kind, entityId, details, count, openedAt }) => ({
    since: openedAt,
    entity: `alert ${kind}`,
    id: entityId,
    customerId: null,
    amounts: [],
    details: [alertKinds[kind], ...Object.entries(details).map(([name, value]) => `${name} ${value}`)],
    reason: `raised ${count} times`,
    actions: [alertActions[kind]?.(entityId) ?? `close-alert ${kind} ${entityId}`],
  }));
}

/** Commands that close alerts which `close-alert` does not close. */
const alertActions: Partial<Record<AlertKind, (entityId: string) => string>> = {
  'dead-letter': (job) => `retry ${job}`,
  'payouts-held': (route) => `release-payouts ${route}`,
};

export async function identities({ db }: Services): Promise<BlockedItem[]> {
  const rows = await db
    .selectFrom('customer')
    .select(['id', 'account_type', 'created_at'])
    .select((eb) =>
      eb
        .selectFrom('verification_document as document')
        .select(sql<number>`count(*)::int`.as('count'))
        .whereRef('document.customer_id', '=', 'customer.id')
        .where('document.status', '=', 'checking')
        .as('documents'),
    )
    .where('status', '=', 'active')
    .where('identity_status', '=', 'pending verification')
    .execute();
  return rows.map((row) => ({
    since: row.created_at,
    entity: row.account_type === 'corporate' ? 'company' : 'identity',
    id: row.id,
    customerId: row.id,
    amounts: [],
    details: row.documents ? [`${row.documents} documents to check`] : [],
    reason: 'to be verified',
    actions: [row.documents ? 'show-verification' : 'show-customer', 'verify', 'reject --reason'],
  }));
}

export async function orders({ db }: Services): Promise<BlockedItem[]> {
  const rows = await db.selectFrom('otc_order').selectAll().where('status', '=', 'pending approval').execute();
  if (rows.length === 0) return [];
  const quotes = await findQuotes(db, rows);
  return rows.map((row) => {
    const { pay = '0', payCurrency = '', receive = '0', receiveCurrency = '' } = quotes.get(row.quote_id) ?? {};
    return {
      since: row.created_at,
      entity: 'order',
      id: row.id,
      customerId: row.customer_id,
      amounts: [
        { amount: pay, currency: payCurrency },
        { amount: receive, currency: receiveCurrency },
      ],
      details: [],
      reason: `rate expires at ${row.due_at?.toISOString() ?? '-'}`,
      actions: decide,
    };
  });
}

export function cryptoTransactions(directions: ('deposit' | 'withdrawal')[]) {
  return async ({ db }: Services): Promise<BlockedItem[]> => {
    const rows = await db
      .selectFrom('crypto_transaction')
      .selectAll()
      .where('status', '=', 'to be confirmed')
      .where('direction', 'in', directions)
      .where('is_undisclosed', '=', false)
      .execute();
    return rows.map((row) => ({
      since: row.updated_at,
      entity: row.returns_deposit_id === null ? row.direction : 'return',
      id: row.id,
      customerId: row.customer_id,
      amounts: [moneyOf(row)],
      details: [networkNameOf(row.network_id)],
      reason: row.hold_reason ?? '-',
      actions: decide,
    }));
  };
}

/** Lists rejected deposits whose last return failed, so that their money is in suspense again. */
export async function failedReturns({ db }: Services): Promise<BlockedItem[]> {
  const { rows } = await sql<{ id: string; customer_id: string; amount: string; currency: string; since: Date }>`
    with latest as (
      select distinct on (returns_deposit_id) returns_deposit_id as id, customer_id, amount, currency, status, updated_at as since
      from (
        select id, returns_deposit_id, customer_id, amount, currency, status, updated_at from crypto_transaction where returns_deposit_id is not null
        union all
        select id, returns_deposit_id, customer_id, amount, currency, status, updated_at from fiat_transaction where returns_deposit_id is not null
      ) r
      order by r.returns_deposit_id, r.id desc
    )
    select id, customer_id, amount, currency, since from latest where status = 'failed'
  `.execute(db);
  return rows.map((row) => ({
    since: row.since,
    entity: 'deposit',
    id: row.id,
    customerId: row.customer_id,
    amounts: [moneyOf(row)],
    details: [],
    reason: 'its return failed',
    actions: ['return-deposit --why'],
  }));
}

/** Lists claims with their evidence. Claims to the same transfer have the same hash, and only one can be approved. */
export async function depositClaims(services: Services): Promise<BlockedItem[]> {
  const claims = await listClaims(services);
  return claims.map((claim) => ({
    since: claim.claimedAt,
    entity: 'claim',
    id: claim.id,
    customerId: claim.customerId,
    amounts: [moneyOf(claim)],
    details: [networkNameOf(claim.networkId), claim.hash],
    reason: `${claim.evidence}; ${claim.open} open, ${claim.refused} refused; ${claim.risk} risk`,
    actions: decide,
  }));
}

export async function fiatTransactions({ db }: Services): Promise<BlockedItem[]> {
  const rows = await db
    .selectFrom('fiat_transaction')
    .selectAll()
    .where('status', 'in', ['to be processed', 'processing'])
    // Other holds end without an operator's decision.
    .where('hold_reason', 'in', operatorReasons)
    .execute();
  return rows.map((row) => ({
    since: row.updated_at,
    entity: row.direction === 'deposit' ? 'wire' : row.returns_deposit_id === null ? 'payout' : 'return',
    id: row.id,
    customerId: row.customer_id,
    amounts: [moneyOf(row)],
    details: [row.partner_id],
    reason: row.hold_reason ?? '-',
    actions: row.direction === 'deposit' ? decide : payoutActions(row.hold_reason),
  }));
}

/** An approval accepts a high risk. It can't enable a destination that is not payable. */
function payoutActions(holdReason: string | null): string[] {
  const approve = holdReason === 'high-risk' ? ['approve'] : [];
  return [...approve, 'reject --reason', 'mark-transferred-manually --line'];
}

export async function statementLines(services: Services): Promise<BlockedItem[]> {
  const rows = await services.db.selectFrom('bank_line').selectAll().where('entity_id', 'is', null).execute();
  return rows.map((row) => {
    const { reference = '-', sender } = openLine(services, row);
    const { amount, currency } = row;
    return {
      since: row.seen_at,
      entity: `${row.kind} line`,
      id: `${row.partner_id}:${row.line}`,
      customerId: null,
      amounts: amount === null || currency === null ? [] : [moneyOf({ amount, currency })],
      details: sender?.name === undefined ? [] : [sender.name],
      reason: `unmatched: ${reference}`,
      actions: row.kind === 'credit' ? ['match --line', 'fund-desk --line'] : ['mark-transferred-manually --line'],
    };
  });
}

export async function feedback({ db }: Services): Promise<BlockedItem[]> {
  const rows = await listOpenFeedback(db);
  return rows.map((row) => ({
    since: row.created_at,
    entity: 'feedback',
    id: row.reference,
    customerId: row.customer_id,
    amounts: [],
    details: [],
    reason: 'to be answered',
    actions: ['show-feedback', 'close-feedback'],
  }));
}
