import { metrics, type ObservableGauge } from '@opentelemetry/api';
import { sql } from 'kysely';
import { pendingStatuses } from '../domains/operations/age-limits.ts';
import type { Services } from '../domains/services.ts';

type MetricServices = Pick<Services, 'db' | 'clock' | 'log'>;

interface OpenTransfers {
  kind: 'crypto' | 'fiat' | 'order';
  direction: string;
  status: string;
  currency: string;
  count: number;
  /** In units of the currency, rounded. For graphs only, not for accounting. */
  amount: number;
  /** Seconds since the oldest of these transfers was last changed. */
  age: number;
}

async function readOpenTransfers({ db, clock }: MetricServices): Promise<OpenTransfers[]> {
  const now = clock.now();
  const age = sql`extract(epoch from ${now}::timestamptz - min(e.updated_at))::float as age`;
  const transfers = (kind: 'crypto' | 'fiat', direction: 'deposit' | 'withdrawal') => sql`
    select ${kind}::text as kind, ${direction}::text as direction, e.status, e.currency, count(*)::int as count,
      sum(e.amount / 10::numeric ^ a.scale)::float as amount, ${age}
    from ${sql.table(`${kind}_transaction`)} e join asset a on a.code = e.currency
    where e.direction = ${direction} and e.status = any(${pendingStatuses(`${kind} ${direction}`)}) group by e.status, e.currency`;
  const { rows } = await sql<OpenTransfers>`
    ${transfers('crypto', 'deposit')} union all ${transfers('crypto', 'withdrawal')}
    union all ${transfers('fiat', 'deposit')} union all ${transfers('fiat', 'withdrawal')}
    union all select 'order', 'swap', e.status, e.currency, count(*)::int, 0, ${age}
      from otc_order e where e.status = any(${pendingStatuses('order')}) group by e.status, e.currency
  `.execute(db);
  return rows;
}

interface Backlog {
  name: 'dead_letters' | 'failing_jobs' | 'alerts' | 'unposted_legs' | 'unsealed_transfers';
  label: string;
  count: number;
}

async function readBacklogs({ db }: MetricServices): Promise<Backlog[]> {
  const { rows } = await sql<Backlog>`
    select 'dead_letters' as name, queue as label, count(*)::int as count from job_failure where dead_at is not null group by queue
    union all select 'failing_jobs', queue, count(*)::int from job_failure where dead_at is null group by queue
    union all select 'alerts', kind, count(*)::int from operator_alert where closed_at is null group by kind
    union all select 'unposted_legs', '', count(*)::int from posting_pending
    union all select 'unsealed_transfers', '', count(*)::int from chain_pending
  `.execute(db);
  return rows;
}

interface LatestReconciliation {
  differences: number;
  notCompared: number;
  /** Seconds. */
  age: number;
}

/** @returns undefined if no reconciliation is recorded yet */
async function readReconciliation({ db, clock }: MetricServices): Promise<LatestReconciliation | undefined> {
  const { rows } = await sql<LatestReconciliation>`
    select differences, networks_not_compared as "notCompared", extract(epoch from ${clock.now()}::timestamptz - reconciled_at)::float as age
      from reconciliation_run order by id desc limit 1
  `.execute(db);
  return rows[0];
}

/**
 * Registers metrics of queues, alerts, the ledger's lag, and transfers by state and age. They are read from the
 * database whenever metrics are collected.
 */
export function observeBusiness(services: MetricServices): void {
  const meter = metrics.getMeter('wusd');
  const gauge = (name: string, description: string, unit?: string): ObservableGauge =>
    meter.createObservableGauge(name, { description, ...(unit && { unit }) });
  const transfers = gauge('wusd.transfers.open', 'Transfers and orders that are not ended');
  const amounts = gauge('wusd.transfers.open.amount', 'Their amounts, in units of the currency');
  const ages = gauge('wusd.transfers.oldest.age', 'Time since the oldest of them changed', 's');
  const reconciliation = {
    differences: gauge('wusd.reconciliation.differences', 'What the latest recorded reconciliation found'),
    notCompared: gauge('wusd.reconciliation.networks.not_compared', 'Networks that it could not compare'),
    age: gauge('wusd.reconciliation.age', 'Time since the latest recorded reconciliation', 's'),
  };
  const backlogs = {
    dead_letters: gauge('wusd.queue.dead_letters', 'Rows that were tried too often, by queue'),
    failing_jobs: gauge('wusd.queue.failing', 'Rows that wait for another attempt, by queue'),
    alerts: gauge('wusd.alerts.open', 'Alerts that operators have not closed, by kind'),
    unposted_legs: gauge('wusd.ledger.unposted_legs', 'Legs that are not rolled up yet'),
    unsealed_transfers: gauge('wusd.ledger.unsealed_transfers', 'Transfers that are in no block of the hash chain yet'),
  };
  const labels: Partial<Record<Backlog['name'], string>> = {
    dead_letters: 'wusd.queue',
    failing_jobs: 'wusd.queue',
    alerts: 'wusd.alert',
  };
  meter.addBatchObservableCallback(
    async (result) => {
      try {
        for (const { count, amount, age, ...attributes } of await readOpenTransfers(services)) {
          result.observe(transfers, count, attributes);
          if (attributes.kind !== 'order') result.observe(amounts, amount, attributes);
          result.observe(ages, age, attributes);
        }
        for (const { name, label, count } of await readBacklogs(services)) {
          const labelName = labels[name];
          result.observe(backlogs[name], count, labelName === undefined ? {} : { [labelName]: label });
        }
        const latest = await readReconciliation(services);
        if (latest) {
          result.observe(reconciliation.differences, latest.differences);
          result.observe(reconciliation.notCompared, latest.notCompared);
          result.observe(reconciliation.age, latest.age);
        }
      } catch (error) {
        // The other metrics remain useful without these, especially while the database is down.
        services.log.warn({ err: error }, 'metrics could not be read from the database');
      }
    },
    [transfers, amounts, ages, ...Object.values(backlogs), ...Object.values(reconciliation)],
  );
}
