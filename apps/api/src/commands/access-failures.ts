import { sql } from 'kysely';
import type { Db, Trx } from '../platform/database/database.ts';
import type { Factor } from '../platform/database/types.ts';
import type { PlatformServices } from '../platform/services.ts';

/** Kinds of failed attempts in the security log. */
export const failedActs = [
  'wrong password',
  'sign-in paused',
  'wrong code',
  'codes paused',
  'codes locked',
  'wrong passkey',
  'copied passkey',
] as const;

export interface AccessFailure {
  /** A customer id, or a blind index of the email address in the request. */
  account: string;
  /** Undefined if no account has that email address. */
  customerId: string | undefined;
  act: (typeof failedActs)[number];
  factor?: Factor;
  agent: string;
  network: string;
  /** Whether the account's owner is notified by email. */
  notify?: boolean;
}

/**
 * Records failed attempts for the audit log and the customer's security log. An attacker can't flood them: one row per
 * window counts all attempts of a kind. Nonexistent accounts cost the same work, so that timing reveals nothing.
 */
export async function recordAccessFailures(
  { db, clock }: Pick<PlatformServices, 'clock'> & { db: Db | Trx },
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
