import { sql } from 'kysely';
import { fromMinor } from '@wusd/api-sdk/money';
import { scaleOf } from '@wusd/server-kit/registry/currencies';
import { networkNameOf } from '@wusd/server-kit/registry/networks';
import type { SignatureLogPort } from '@wusd/payouts/remote-signer';
import { raiseAlert } from '../../../platform/alerts/alerts.ts';
import { audit } from '../../../platform/audit/audit.ts';
import { transact, type Trx } from '../../../platform/database/database.ts';
import { skipLostEvents } from '../../../platform/events/events.ts';
import { findCustomer } from '../../../commands/customers.ts';
import { freezeAccount } from '../../identity-access/security/freeze.ts';
import { revokeRestored } from '../../identity-access/security/after-restore.ts';
import { skipKeyIndexes } from '../../transfers/crypto/deposit-addresses.ts';
import { compareSigned, customersOf, type SignedAttempt } from '../../transfers/crypto/restored-payouts.ts';
import type { Services } from '../../services.ts';
import { OperatorError, UsageError } from '../errors.ts';
import type { CommandResult, UnbookedPayout } from '../results.ts';

const act = 'database restored';
/**
 * Allows for differences between the clocks of the signer and of the person who names a time. Reading too much is
 * harmless.
 */
const marginMs = 60 * 60_000;

export interface Restore {
  /** The time to which the database was restored, in ISO 8601 with a time zone. */
  to: string;
  /** Maximum number of deposit addresses that may have been issued since that time. */
  addresses: string;
}

/**
 * Prepares a restored database for service. Clients of customers and the signer have newer data than the database, so
 * this command skips event ids and key indexes that may be in use. Running it again for the same time skips nothing
 * more.
 *
 * @throws UsageError; OperatorError CONFLICT while a server uses the database
 */
export async function afterRestore(
  services: Services,
  restore: Restore,
  operator: string,
): Promise<CommandResult<'database-restored'>> {
  const { db, clock } = services;
  const to = parseTime(restore.to, clock.now());
  const addresses = parseCount(restore.addresses);
  await assertNoServer(services);
  const { sessions } = await transact(db, async (trx) => {
    if (!(await isRecorded(trx, to))) {
      await skipLostEvents(trx, clock);
      await skipKeyIndexes(trx, addresses);
    }
    const revoked = await revokeRestored(trx, clock);
    const details = { to: to.toISOString(), operator, sessions: String(revoked.sessions) };
    await audit(trx, clock, { customerId: undefined, actor: 'Operations', act, details });
    return revoked;
  });
  const payouts = await comparePayouts(services, new Date(to.getTime() - marginMs), operator);
  return { type: 'database-restored', to, sessions, payouts };
}

function parseTime(text: string, now: Date): Date {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) ? new Date(text) : undefined;
  if (!time || Number.isNaN(time.getTime()))
    throw new UsageError('--to must be a time with its zone, e.g. 2026-11-28T09:30:00Z.');
  if (time > now) throw new UsageError('--to is in the future.');
  return time;
}

/** A larger number could exhaust the 2^31 indexes of a key. */
const mostAddresses = 1_000_000;

function parseCount(text: string): number {
  if (!/^\d{1,7}$/.test(text) || Number(text) > mostAddresses)
    throw new UsageError(`--addresses must be a number up to ${mostAddresses}.`);
  return Number(text);
}

/** @throws OperatorError CONFLICT if a server is running: it would issue and send the data that this command revokes */
async function assertNoServer({ db, clock }: Services): Promise<void> {
  const { until } = await db
    .selectFrom('job_lease')
    .select(({ fn }) => fn.max('expires_at').as('until'))
    .executeTakeFirstOrThrow();
  if (until > clock.now())
    throw new OperatorError(
      'CONFLICT',
      `A server works on this database, or did at the moment that was restored. Stop all servers, and try again after ${until.toISOString()}.`,
    );
}

async function isRecorded(trx: Trx, to: Date): Promise<boolean> {
  const row = await trx
    .selectFrom('audit_log')
    .select('id')
    .where('customer_id', '=', 'system')
    .where('act', '=', act)
    .where(sql<string>`details ->> 'to'`, '=', to.toISOString())
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Compares payouts that the signer has signed since a time with the database; undefined if this process signs payouts
 * itself.
 */
async function comparePayouts(
  services: Services,
  since: Date,
  operator: string,
): Promise<CommandResult<'database-restored'>['payouts']> {
  const { signatures } = services.gateways;
  if (!signatures) return undefined;
  const payouts = { known: 0, adopted: [] as string[], conflicts: [] as string[], unbooked: [] as UnbookedPayout[] };
  for (const [id, attempts] of await readSigned(signatures, since)) {
    const comparison = await compareSigned(services, id, attempts, operator);
    if (comparison === 'known') payouts.known += 1;
    else if (comparison === 'adopted') payouts.adopted.push(id);
    else if (comparison === 'conflict') payouts.conflicts.push(id);
    else payouts.unbooked.push(await holdUnbooked(services, attempts, operator));
  }
  return payouts;
}

/** Reads all attempts signed since a time, by payout, in order. */
async function readSigned(signatures: SignatureLogPort, since: Date): Promise<Map<string, readonly SignedAttempt[]>> {
  const all: SignedAttempt[] = [];
  for (let page = await signatures.signedSince(since, '0'); ;) {
    const last = page.at(-1);
    if (!last) return Map.groupBy(all, ({ payoutId }) => payoutId);
    all.push(...page.map((each) => ({ ...each, signedAt: new Date(each.signedAt) })));
    page = await signatures.signedSince(since, last.position);
  }
}

/**
 * Freezes the customers who may have received the payout: the ledger still has the money, so they could withdraw it
 * again.
 */
async function holdUnbooked(
  services: Services,
  attempts: readonly SignedAttempt[],
  operator: string,
): Promise<UnbookedPayout> {
  const { db, vault } = services;
  const [first] = attempts;
  if (!first) throw new Error('A payout without a signature');
  const { payoutId, networkId, to, currency, amount } = first;
  const customers = await customersOf(db, first);
  for (const id of customers) {
    await transact(db, async (trx) => {
      const customer = await findCustomer(trx, vault, id);
      if (customer?.status === 'active')
        await freezeAccount(trx, services, id, 'Operations', { operator, payout: payoutId });
    });
  }
  const payout = {
    id: payoutId,
    customers,
    network: networkNameOf(networkId),
    recipient: to,
    money: { amount: fromMinor(BigInt(amount), scaleOf(currency)), currency },
    hashes: attempts.map(({ hash }) => hash),
  };
  const details = {
    network: payout.network,
    amount: payout.money.amount,
    currency,
    hash: payout.hashes.at(-1) ?? '',
    customers: customers.join(' '),
  };
  await raiseAlert(services, { kind: 'payout-unbooked', entityId: payoutId, details });
  return payout;
}
