import { sql } from 'kysely';
import type { Db, Trx } from '../database/database.ts';
import type { PlatformServices } from '../services.ts';

/** Conditions that require an operator's action. The name is also the log event that monitoring matches on. */
export const alertKinds = {
  /** A job failed too often and is no longer retried. */
  'dead-letter': 'Work that failed too often and stopped',
  /** A queue failed repeatedly for minutes before it was drained: jobs may remain undone. */
  'queue-failing': 'A queue of jobs that fails as a whole',
  /** Calls to a gateway are suspended after repeated failures. */
  'gateway-down': 'A gateway that does not answer',
  /** A source reports a lower block than is already known, or does not know a recorded transaction. */
  'chain-lagging': 'A network’s source is behind: what it does not show is not reversed',
  /** Sources of a network disagree, or one of several sources does not answer. */
  'chain-withheld': 'Crediting and reversing are paused: a network’s sources do not agree',
  /** Network fees exceed the signer's limit. */
  'payout-fee': 'Payouts wait for lower network fees',
  /** The sender can pay the network fees of only a few more payouts. */
  'payout-gas': 'The payout address runs out of the network’s own currency: send some to it',
  /** The sender holds less than the pending payouts plus the payouts of a day like the last one. */
  'payout-liquidity': 'The payout address holds too few tokens for the next day: move some to it',
  /** A sender has reached its 24-hour limit. */
  'payout-daily-limit': 'Payouts wait for the daily limit',
  /** The signer's gas account can pay for only a few more top-ups of deposit addresses. */
  'gas-account': 'The gas account runs out of the network’s own currency: send some to it',
  /** Sweeps wait because the daily gas limit is used up. */
  'gas-limit': 'Sweeps of deposit addresses wait for the daily limit of gas',
  /** A sweep transaction is not final after an hour. */
  'sweep-stuck': 'Transactions of sweeps are not final for long: look at the price of gas and at the nodes',
  /** No sweep round has succeeded for 10 minutes. */
  'sweep-failing': 'Sweeps of deposit addresses fail: the signer’s log has the reason',
  /** A bank file is incomplete or invalid. None of its entries is recorded. */
  'bank-file-rejected': 'A file of a bank can’t be read: look at it in in/refused, and ask the bank for a correct one',
  /** An operator holds the payouts of a network or a bank. */
  'payouts-held': 'An operator holds payouts, until `release-payouts`',
  /** A payout that a retired key signed must be signed again. */
  'payout-key-missing': 'A payout needs a key that is not configured',
  /** The signer has signed a payout that the database does not contain, e.g. after a restore. */
  'payout-unbooked': 'A payout that was signed and is in no withdrawal: find its customer, and two operators book it',
  /** The settings list few or no unused deposit addresses of a network. */
  'deposit-addresses': 'A network has few deposit addresses left: add some to its settings',
  /** An entity has been in a state for longer than the state's age limit. */
  overdue: 'An entity that is overdue in its state',
  /** SMS are rejected until the end of the day: an SMS bombing attack, or a limit that is too low. */
  'sms-daily-cap': 'The day’s limit of SMS is reached',
  /** Wrong codes have locked a factor of an account. */
  'codes-locked': 'A factor of an account that wrong codes have locked',
} as const satisfies Record<string, string>;

export type AlertKind = keyof typeof alertKinds;

export interface NewAlert {
  kind: AlertKind;
  /** The affected entity, e.g. a withdrawal id or `network-4`. Never personal data. */
  entityId: string;
  /** Shown to operators and logged: ids, counts and gateway names. Never secrets or personal data. */
  details?: Record<string, string>;
}

export interface Alert {
  kind: AlertKind;
  entityId: string;
  details: Record<string, string>;
  /** Number of times that the alert was raised since it opened. */
  count: number;
  openedAt: Date;
  lastAt: Date;
}

type AlertServices = Pick<PlatformServices, 'clock' | 'log'> & { db: Db | Trx };

/**
 * Opens an alert in the operators' queue and logs one event named after its kind. If an alert of the same kind and
 * entity is already open, only its count increases; it is not logged again.
 *
 * @returns whether the alert is new
 */
export async function raiseAlert(
  { db, clock, log }: AlertServices,
  { kind, entityId, details = {} }: NewAlert,
): Promise<boolean> {
  const now = clock.now();
  const { count } = await db
    .insertInto('operator_alert')
    .values({ kind, entity_id: entityId, details: JSON.stringify(details), opened_at: now, last_at: now, count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'entity_id'])
        .where('closed_at', 'is', null)
        .doUpdateSet({
          count: sql<number>`operator_alert.count + 1`,
          last_at: now,
          details: JSON.stringify(details),
        }),
    )
    .returning('count')
    .executeTakeFirstOrThrow();
  if (count === 1) log.error({ event: kind, entityId, ...details }, alertKinds[kind]);
  return count === 1;
}

/**
 * Closes an alert whose cause is resolved.
 *
 * @param closedBy an operator's name, or `system`
 * @returns whether an alert was open
 */
export async function closeAlert(
  { db, clock, log }: AlertServices,
  { kind, entityId }: Pick<NewAlert, 'kind' | 'entityId'>,
  closedBy: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('operator_alert')
    .set({ closed_at: clock.now(), closed_by: closedBy })
    .where('kind', '=', kind)
    .where('entity_id', '=', entityId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  log.info({ event: kind, entityId, closedBy }, 'alert closed');
  return true;
}

/** Returns the kind and entity of open alerts of the given kinds. */
export async function findOpenAlerts(db: Db, kinds: readonly AlertKind[]): Promise<Pick<Alert, 'kind' | 'entityId'>[]> {
  return db
    .selectFrom('operator_alert')
    .select(['kind', 'entity_id as entityId'])
    .where('kind', 'in', kinds)
    .where('closed_at', 'is', null)
    .execute();
}

/** Lists open alerts, oldest first. */
export async function listAlerts(db: Db): Promise<Alert[]> {
  const rows = await db
    .selectFrom('operator_alert')
    .selectAll()
    .where('closed_at', 'is', null)
    .orderBy('opened_at')
    .execute();
  return rows.map((row) => ({
    kind: row.kind,
    entityId: row.entity_id,
    details: row.details,
    count: row.count,
    openedAt: row.opened_at,
    lastAt: row.last_at,
  }));
}

export const isAlertKind = (text: string): text is AlertKind => Object.hasOwn(alertKinds, text);
