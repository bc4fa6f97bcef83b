import { sql } from 'kysely';
import { raiseAlert } from '../../alerts/alerts.ts';
import { audit } from '../../audit/audit.ts';
import { type Db, transact, type Trx } from '../../database/database.ts';
import type { Factor } from '../../database/types.ts';
import { Failure } from '../../http/failure.ts';
import { take } from '../../security/throttle.ts';
import type { Origin } from '../auth/origin.ts';
import { findCustomer } from '../customers/customers.ts';
import type { Services } from '../services.ts';
import { notify } from './notices.ts';

/** What the security log says of failed attempts. */
export const failedActs = ['wrong password', 'sign-in paused', 'wrong code', 'codes paused', 'codes locked'] as const;

export interface AccessFailure {
  /** A customer's id, or a blind index of the email address that was named. */
  account: string;
  /** Undefined where no account has that address. */
  customerId: string | undefined;
  act: (typeof failedActs)[number];
  factor?: Factor;
  agent: string;
  network: string;
  /** Whether the owner is told by mail. */
  notify?: boolean;
}

/** Attempts of one kind within this long are one entry of the logs. */
export const accessFailureWindowMs = 60 * 60_000;
const noticeEverySeconds = 24 * 60 * 60;
const batchSize = 100;

/**
 * Records failed attempts for the audit log and the customer's security log. An attacker can't flood either: attempts of one kind
 * are counted in one row for each window. Accounts that do not exist take the same work.
 */
export async function recordAccessFailures(
  { db, clock }: Pick<Services, 'clock'> & { db: Db | Trx },
  failures: readonly AccessFailure[],
): Promise<void> {
  if (failures.length === 0) return;
  const now = clock.now();
  const column = <Key extends keyof AccessFailure>(key: Key) => failures.map((failure) => failure[key]);
  await sql`
    insert into access_failure as f
      (account, act, factor, customer_id, first_at, last_at, count, agent, network, notify)
      select account, act, factor, customer_id, ${now}::timestamptz, ${now}::timestamptz, 1, agent, network, notify
      from unnest(
        ${column('account')}::text[], ${column('act')}::text[], ${failures.map(({ factor = '' }) => factor)}::text[],
        ${failures.map(({ customerId = null }) => customerId)}::text[], ${column('agent')}::text[],
        ${column('network')}::text[], ${failures.map(({ notify: isTold = false }) => isTold)}::boolean[]
      ) as a(account, act, factor, customer_id, agent, network, notify)
      order by account, act, factor
    on conflict (account, act, factor) do update set
      count = f.count + 1, last_at = excluded.last_at, agent = excluded.agent, network = excluded.network,
      notify = f.notify or excluded.notify
  `.execute(db);
}

/** The wrong current password, entered in a session of the customer's own. */
export function recordWrongPassword(
  services: Pick<Services, 'clock'> & { db: Db | Trx },
  customerId: string,
  { agent, network }: Pick<Origin, 'agent' | 'network'>,
): Promise<void> {
  return recordAccessFailures(services, [{ account: customerId, customerId, act: 'wrong password', agent, network }]);
}

/** A round's work: tells owners and operators of guessing, and moves windows that have ended to the audit log. */
export async function processAccessFailures(services: Services): Promise<void> {
  await transact(services.db, (trx) => sendNotices(trx, services));
  await transact(services.db, (trx) => closeWindows(trx, services));
}

async function sendNotices(trx: Trx, services: Services): Promise<void> {
  const rows = await trx
    .selectFrom('access_failure')
    .selectAll()
    .where('notify', '=', true)
    .orderBy('account')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { account, act, factor, customer_id: customerId } of rows) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    await trx
      .updateTable('access_failure')
      .set({ notify: false })
      .where('account', '=', account)
      .where('act', '=', act)
      .where('factor', '=', factor)
      .execute();
    // oxlint-disable-next-line no-await-in-loop
    if (customerId !== null && factor !== '') await tellOwner(trx, services, customerId, act, factor);
  }
}

async function tellOwner(trx: Trx, services: Services, customerId: string, act: string, factor: Factor): Promise<void> {
  if (act === 'codes locked')
    await raiseAlert({ ...services, db: trx }, { kind: 'codes-locked', entityId: customerId, details: { factor } });
  try {
    await take({ ...services, db: trx }, `guessing-notice:${customerId}`, 1, noticeEverySeconds);
  } catch (error) {
    if (error instanceof Failure) return;
    throw error;
  }
  const customer = await findCustomer(trx, services.vault, customerId);
  if (customer) await notify(trx, services, customer, 'message.wrongCodes', { factor });
}

const accountOf = ({ account }: { account: string }): string => account;

async function closeWindows(trx: Trx, { clock, log }: Services): Promise<void> {
  const rows = await trx
    .deleteFrom('access_failure')
    .where(
      sql<boolean>`(account, act, factor) in (
        select account, act, factor from access_failure
        where first_at <= ${new Date(clock.now().getTime() - accessFailureWindowMs)} and not notify
        order by first_at limit ${batchSize} for update skip locked
      )`,
    )
    .returningAll()
    .execute();
  for (const row of rows) {
    if (row.customer_id === null) continue;
    const details = {
      count: String(row.count),
      since: row.first_at.toISOString(),
      until: row.last_at.toISOString(),
      agent: row.agent,
      network: row.network,
      ...(row.factor !== '' && { factor: row.factor }),
    };
    // oxlint-disable-next-line no-await-in-loop -- one connection
    await audit(trx, clock, { customerId: row.customer_id, actor: 'system', act: row.act, details });
  }
  const unknown = rows.filter(({ customer_id: customerId }) => customerId === null);
  if (unknown.length === 0) return;
  // Not in the audit log, which keeps for ever: anybody can make up addresses.
  const attempts = unknown.reduce((sum, row) => sum + row.count, 0);
  log.warn({ event: 'attempts-on-unknown-accounts', attempts, accounts: new Set(unknown.map(accountOf)).size });
}
