import { sql } from 'kysely';
import { raiseAlert } from '../../../platform/alerts/alerts.ts';
import { audit } from '../../../platform/audit/audit.ts';
import { type Db, transact, type Trx } from '../../../platform/database/database.ts';
import { recordAccessFailures } from '../../../commands/access-failures.ts';
import type { Factor } from '../../../platform/database/types.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { consumeRateLimit } from '../../../platform/security/rate-limits.ts';
import type { Origin } from '../../../platform/security/origin.ts';
import { findCustomer } from '../../../commands/customers.ts';
import type { Services } from '../../services.ts';
import { sendSecurityNotice } from './notices.ts';

/** Attempts of one kind within this window are combined into one log entry. */
export const accessFailureWindowMs = 60 * 60_000;
const noticeIntervalSeconds = 24 * 60 * 60;
const batchSize = 100;

/** Records a wrong current password entered in the customer's session. */
export function recordWrongPassword(
  services: Pick<Services, 'clock'> & { db: Db | Trx },
  customerId: string,
  { agent, network }: Pick<Origin, 'agent' | 'network'>,
): Promise<void> {
  return recordAccessFailures(services, [{ account: customerId, customerId, act: 'wrong password', agent, network }]);
}

/** Notifies owners and operators of guessing attempts, and moves ended windows to the audit log. */
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
    await trx
      .updateTable('access_failure')
      .set({ notify: false })
      .where('account', '=', account)
      .where('act', '=', act)
      .where('factor', '=', factor)
      .execute();
    if (customerId !== null && factor !== '') await notifyOwner(trx, services, customerId, act, factor);
  }
}

async function notifyOwner(
  trx: Trx,
  services: Services,
  customerId: string,
  act: string,
  factor: Factor,
): Promise<void> {
  if (act === 'codes locked')
    await raiseAlert({ ...services, db: trx }, { kind: 'codes-locked', entityId: customerId, details: { factor } });
  const isCopied = act === 'copied passkey';
  const limit = isCopied ? `copied-passkey-notice:${customerId}` : `guessing-notice:${customerId}`;
  try {
    await consumeRateLimit({ ...services, db: trx }, limit, 1, noticeIntervalSeconds);
  } catch (error) {
    if (error instanceof AppError) return;
    throw error;
  }
  const customer = await findCustomer(trx, services.vault, customerId);
  const message = isCopied ? 'message.passkeyCopied' : 'message.wrongCodes';
  if (customer) await sendSecurityNotice(trx, services, { customer, message, values: { factor } });
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
    await audit(trx, clock, { customerId: row.customer_id, actor: 'system', act: row.act, details });
  }
  const unknownAccounts = rows.filter(({ customer_id: customerId }) => customerId === null);
  if (unknownAccounts.length === 0) return;
  // Logged, not audited: audit entries are permanent, and anybody can invent addresses.
  const attempts = unknownAccounts.reduce((sum, row) => sum + row.count, 0);
  log.warn({ event: 'attempts-on-unknown-accounts', attempts, accounts: new Set(unknownAccounts.map(accountOf)).size });
}
