import { type RawBuilder, sql } from 'kysely';
import { closeAlert, listAlerts, raiseAlert } from '../../platform/alerts/alerts.ts';
import type { CryptoDepositStatus } from '../transfers/crypto/deposit-states.ts';
import type { CryptoWithdrawalStatus } from '../transfers/crypto/withdrawal-states.ts';
import type { Customer } from '../../commands/customers.ts';
import type { DestinationStatus } from '../destinations/states.ts';
import type { FiatDepositStatus } from '../transfers/fiat/deposit-states.ts';
import type { FiatWithdrawalStatus } from '../transfers/fiat/withdrawal-states.ts';
import type { OrderStatus } from '../exchange/otc/states.ts';
import type { Services } from '../services.ts';
import type { VerificationDocumentStatus, VerificationPersonStatus } from '../../platform/database/column-types.ts';
import { keysOf } from '@wusd/server-kit/registry/lookup';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Maximum time of an entity in a status, and the action of operators after that time. */
interface AgeLimit {
  limitMs: number;
  action: string;
}

/**
 * `final`: no transition leaves the status. `settled`: nothing is pending, but a later event may cause a transition.
 */
type Limits<Status extends string> = Readonly<Record<Status, AgeLimit | 'final' | 'settled'>>;

const decide = 'approve, reject --reason';

/** Limits of every status of every kind of entity. A new status without an entry here is a compile error. */
export const ageLimits = {
  'crypto deposit': {
    processing: { limitMs: 2 * hour, action: 'check the node of its network' },
    'to be confirmed': { limitMs: day, action: decide },
    completed: 'settled',
    failed: 'final',
    rejected: 'settled',
  } satisfies Limits<CryptoDepositStatus>,
  'crypto withdrawal': {
    // Payouts to a new destination are held for a day, and customers are promised two business days.
    'to be processed': { limitMs: 2 * day, action: 'see its hold: move tokens to the sender, or lift the freeze' },
    'to be confirmed': { limitMs: day, action: decide },
    processing: { limitMs: 2 * hour, action: 'check the node of its network; see withdrawals' },
    completed: 'final',
    failed: 'final',
    cancelled: 'final',
    rejected: 'final',
  } satisfies Limits<CryptoWithdrawalStatus>,
  'fiat deposit': {
    // The customer declares the deposit before the wire arrives, which may take days.
    'to be confirmed': { limitMs: 10 * day, action: 'match --line, or ask its customer to cancel it' },
    processing: { limitMs: day, action: decide },
    completed: 'settled',
    rejected: 'final',
    cancelled: 'final',
  } satisfies Limits<FiatDepositStatus>,
  'fiat withdrawal': {
    'to be processed': { limitMs: 2 * day, action: 'see its hold: approve, reject --reason' },
    processing: { limitMs: 5 * day, action: 'ask the bank; mark-transferred-manually --line' },
    completed: 'settled',
    'transferred manually': 'final',
    failed: 'final',
    cancelled: 'final',
    rejected: 'final',
  } satisfies Limits<FiatWithdrawalStatus>,
  order: {
    'pending approval': { limitMs: 30 * minute, action: 'its rate should have expired: check the server' },
    processing: { limitMs: 30 * minute, action: "check the desk's balance and the server" },
    completed: 'final',
    failed: 'final',
    'rate expired': 'final',
    'order cancelled': 'final',
    rejected: 'final',
  } satisfies Limits<OrderStatus>,
  'blockchain address': destinationLimits(),
  'bank account': destinationLimits(),
  identity: {
    'pending verification': { limitMs: 3 * day, action: 'show-customer, verify, reject --reason' },
    verified: 'settled',
    'verification failed': 'settled',
  } satisfies Limits<Customer['identityStatus']>,
  'verification document': {
    uploaded: { limitMs: 91 * day, action: 'check the server: it should have been deleted' },
    checking: { limitMs: 2 * day, action: 'show-verification, approve, reject --reason' },
    accepted: 'settled',
    rejected: 'settled',
    replaced: 'final',
    removed: 'final',
  } satisfies Limits<VerificationDocumentStatus>,
  'verification person': {
    uploaded: 'settled',
    checking: { limitMs: 2 * day, action: 'show-verification, approve, reject --reason' },
    accepted: 'settled',
    rejected: 'settled',
    removed: 'final',
  } satisfies Limits<VerificationPersonStatus>,
  'auto-redemption run': {
    processing: { limitMs: day, action: 'find its order and its withdrawal' },
    completed: 'final',
    failed: 'final',
  } satisfies Limits<'processing' | 'completed' | 'failed'>,
} as const;

export type AgedEntity = keyof typeof ageLimits;

function destinationLimits(): Limits<DestinationStatus> {
  return {
    'pending add': { limitMs: hour, action: 'check the screening provider' },
    active: 'settled',
    inactive: 'settled',
    disabled: 'settled',
    'pending delete': { limitMs: hour, action: 'check the server' },
    gone: 'final',
  };
}

/** Returns the statuses of an entity that have an age limit. */
export function pendingStatuses(entity: AgedEntity): string[] {
  const limits: Readonly<Record<string, AgeLimit | 'final' | 'settled'>> = ageLimits[entity];
  return Object.keys(limits).filter((status) => typeof limits[status] === 'object');
}

/** An entity that has exceeded the age limit of its status. */
export interface Overdue {
  entity: AgedEntity;
  id: string;
  customerId: string;
  status: string;
  since: Date;
  limit: AgeLimit;
}

/** An entity with the time of its last transition. */
interface AgedRow {
  id: string;
  customer_id: string;
  status: string;
  since: Date;
}

const loggedAt = (name: string, id: string, customer = 'e.customer_id'): RawBuilder<Date> =>
  sql`(select max(l.at) from state_log l where l.customer_id = ${sql.ref(customer)} and l.entity_id = ${name} || ':' || ${sql.ref(id)})`;

/** Queries of entities by status, each with the time at which it entered the status. */
const sources: Readonly<Record<AgedEntity, (statuses: readonly string[]) => RawBuilder<AgedRow>>> = {
  'crypto deposit': (statuses) => sql`
    select e.id, e.customer_id, e.status, coalesce(${loggedAt('deposit', 'e.id')}, e.created_at) as since
    from crypto_transaction e where e.direction = 'deposit' and e.status = any(${statuses})`,
  'crypto withdrawal': (statuses) => sql`
    select e.id, e.customer_id, e.status, coalesce(${loggedAt('withdrawal', 'e.id')}, e.created_at) as since
    from crypto_transaction e where e.direction = 'withdrawal' and e.status = any(${statuses})`,
  'fiat deposit': (statuses) => sql`
    select e.id, e.customer_id, e.status, coalesce(${loggedAt('deposit', 'e.id')}, e.created_at) as since
    from fiat_transaction e where e.direction = 'deposit' and e.status = any(${statuses})`,
  'fiat withdrawal': (statuses) => sql`
    select e.id, e.customer_id, e.status, coalesce(${loggedAt('fiat withdrawal', 'e.id')}, e.created_at) as since
    from fiat_transaction e where e.direction = 'withdrawal' and e.status = any(${statuses})`,
  order: (statuses) => sql`
    select e.id, e.customer_id, e.status, coalesce(${loggedAt('order', 'e.id')}, e.created_at) as since
    from otc_order e where e.status = any(${statuses})`,
  'blockchain address': (statuses) => sql`
    select e.id, e.customer_id, e.status, coalesce(${loggedAt('destination', 'e.id')}, e.created_at) as since
    from blockchain_address e where e.status = any(${statuses})`,
  'bank account': (statuses) => sql`
    select e.id, e.customer_id, e.status, coalesce(${loggedAt('bank account', 'e.id')}, e.created_at) as since
    from bank_account e where e.status = any(${statuses})`,
  // An account that is not activated waits for its customer.
  identity: (statuses) => sql`
    select e.id, e.id as customer_id, e.identity_status as status, coalesce(${loggedAt('identity', 'e.id', 'e.id')}, e.created_at) as since
    from customer e where e.status <> 'pending activation' and e.identity_status = any(${statuses})`,
  'verification document': (statuses) => sql`
    select e.id, e.customer_id, e.status, e.changed_at as since
    from verification_document e where e.status = any(${statuses})`,
  'verification person': (statuses) => sql`
    select e.id, e.customer_id, e.status, e.changed_at as since
    from verification_person e where e.status = any(${statuses})`,
  'auto-redemption run': (statuses) => sql`
    select e.deposit_id as id, e.customer_id, e.status, e.created_at as since
    from auto_redemption_run e where e.ended_at is null and e.status = any(${statuses})`,
};

/**
 * Finds all entities that have exceeded their age limit, the longest overdue first. Exceeding the limit causes no
 * transition.
 */
export async function findOverdue({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<Overdue[]> {
  const now = clock.now().getTime();
  const overdue: Overdue[] = [];
  for (const entity of keysOf(ageLimits)) {
    const limits: Readonly<Record<string, AgeLimit | 'final' | 'settled'>> = ageLimits[entity];
    const { rows } = await sources[entity](pendingStatuses(entity)).execute(db);
    for (const { id, customer_id: customerId, status, since } of rows) {
      const limit = limits[status];
      if (typeof limit === 'object' && now - since.getTime() > limit.limitMs)
        overdue.push({ entity, id, customerId, status, since, limit });
    }
  }
  return overdue.toSorted((a, b) => a.since.getTime() + a.limit.limitMs - (b.since.getTime() + b.limit.limitMs));
}

/** Raises an alert for each overdue entity, and closes the alerts of entities that are no longer overdue. */
export async function alertOverdue(services: Services): Promise<void> {
  const overdue = await findOverdue(services);
  const open = (await listAlerts(services.db)).filter(({ kind }) => kind === 'overdue');
  for (const { entity, id, status, since } of overdue)
    await raiseAlert(services, {
      kind: 'overdue',
      entityId: id,
      details: { entity, status, since: since.toISOString() },
    });
  for (const { entityId } of open)
    if (!overdue.some(({ id }) => id === entityId)) await closeAlert(services, { kind: 'overdue', entityId }, 'system');
}
