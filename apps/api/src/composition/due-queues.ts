import { sql } from 'kysely';
import type { Db } from '../platform/database/database.ts';
import { accessFailureWindowMs } from '../domains/identity-access/security/access-failures.ts';

/**
 * Finds queues that have due rows, in one statement, because idle nodes run it continually. Times are compared with
 * `now`.
 *
 * @returns values of `Queue.due`
 */
export async function findDueQueues(db: Db, now: Date): Promise<Set<string>> {
  const { rows } = await sql<{ queue: string }>`
    select 'messages:email' as queue where exists (
      select from message where channel = 'email' and sent_at is null and due_at <= ${now})
    union all select 'messages:sms' where exists (
      select from message where channel = 'sms' and sent_at is null and due_at <= ${now})
    union all select 'deposits:' || network_id from crypto_transaction
      where direction = 'deposit' and not is_final and status <> 'failed' and not is_undisclosed
      group by network_id
    union all select 'claims:' || network_id from crypto_transaction
      where is_undisclosed and status = 'processing' group by network_id
    union all select 'payouts:' || network_id from crypto_transaction
      where direction = 'withdrawal' and status = 'to be processed' and due_at <= ${now} group by network_id
    union all select 'payout-status:' || network_id from crypto_transaction
      where direction = 'withdrawal' and status = 'processing' group by network_id
    union all select 'supply-orders:' || network_id from supply_order where status = 'sent' group by network_id
    union all select 'bank-payments:' || partner_id from fiat_transaction
      where direction = 'withdrawal' and status = 'processing' and instructed_at is null group by partner_id
    union all select 'fiat-acceptance' where exists (
      select from fiat_transaction where direction = 'withdrawal' and status = 'to be processed' and due_at <= ${now})
    union all select 'identity-checks' where exists (
      select from identity_check where ended_at is null and due_at <= ${now})
    union all select 'document-scans' where exists (
      select from verification_document where scan_at is not null and scan_at <= ${now})
    union all select 'address-screening' where exists (
      select from blockchain_address where status in ('pending add', 'pending delete'))
    union all select 'bank-account-screening' where exists (
      select from bank_account where status in ('pending add', 'pending delete'))
    union all select 'auto-redemptions' where exists (select from auto_redemption_run where ended_at is null)
    union all select 'order-expiry' where exists (
      select from otc_order where status = 'pending approval' and due_at <= ${now})
    union all select 'order-settlement' where exists (select from otc_order where status = 'processing')
    union all select 'roll-up' where exists (select from posting_pending)
    union all select 'sealing' where exists (select from chain_pending)
    union all select 'access-failures' where exists (
      select from access_failure where notify or first_at <= ${new Date(now.getTime() - accessFailureWindowMs)})
    union all select 'exports' where exists (
      select from export_job where status = 'processing' and (leased_until is null or leased_until < ${now}))
  `.execute(db);
  return new Set(rows.map(({ queue }) => queue));
}
