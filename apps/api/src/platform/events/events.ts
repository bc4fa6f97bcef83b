import { sql } from 'kysely';
import type { Clock } from '@wusd/server-kit/clock';
import type { Db, Trx } from '../database/database.ts';
import { rowsFromJson } from '../database/rows.ts';
import type { Logger } from '@wusd/server-kit/logging';
import { fulfillAll, createBatcher } from '../batcher.ts';
import { type ListenState, type ListenTiming, openListener } from './listener.ts';
import type { EventType } from '../database/column-types.ts';

/** A stored live event. The row is authoritative; a notification only signals that an event exists. */
export interface LiveEvent {
  seq: bigint;
  type: EventType;
  payload: Record<string, string>;
  /** The only session that receives the event; null for all sessions of the customer. */
  sessionId: string | null;
}

export interface NewEvent {
  type: LiveEvent['type'];
  payload?: Record<string, string>;
  sessionId?: string;
}

/** Appends events in the caller's transaction, numbered in the customer's sequence. */
export function appendEvents(trx: Trx, clock: Clock, customerId: string, ...events: NewEvent[]): Promise<void> {
  return appendEventsOf(trx, clock, new Map([[customerId, events]]));
}

/** Appends events of several customers. The caller's transaction must hold the locks of their rows. */
export async function appendEventsOf(
  trx: Trx,
  clock: Clock,
  eventsOf: ReadonlyMap<string, readonly NewEvent[]>,
): Promise<void> {
  const at = clock.now();
  const rows = [...eventsOf].flatMap(([customerId, events]) =>
    events.map(({ type, payload = {}, sessionId = null }, index) => ({
      customer_id: customerId,
      seq: index + 1 - events.length,
      type,
      payload,
      session_id: sessionId,
      at,
    })),
  );
  const ids = [...eventsOf.keys()];
  const counts = [...eventsOf.values()].map(({ length }) => length);
  const { numAffectedRows = 0n } = await sql`
    with numbered as (
      update customer set event_seq = event_seq + counted.count
      from unnest(${ids}::text[], ${counts}::int[]) as counted(id, count) where customer.id = counted.id
      returning customer.id, customer.event_seq as last
    )
    insert into event (customer_id, seq, type, payload, session_id, at)
      select fresh.customer_id, numbered.last + fresh.seq, fresh.type, fresh.payload, fresh.session_id, fresh.at
      from ${rowsFromJson('event', rows)} as fresh join numbered on numbered.id = fresh.customer_id
  `.execute(trx);
  if (numAffectedRows < BigInt(rows.length)) throw new Error('Events for a customer who is not there');
}

/** More events than a customer can get between the restore point of a database and its loss. */
const skippedNumbers = 1_000_000_000;

/**
 * Advances the sequence of every customer past all numbers that a lost database can have issued, to an event that
 * makes clients reload everything. Otherwise new events would get numbers that clients have already received, and
 * clients would ignore them.
 */
export async function skipLostEvents(trx: Trx, clock: Clock): Promise<void> {
  await sql`
    with moved as (update customer set event_seq = event_seq + ${skippedNumbers} returning id, event_seq)
    insert into event (customer_id, seq, type, payload, session_id, at)
      select id, event_seq, 'wallet_account_updated', '{}', null, ${clock.now()} from moved
  `.execute(trx);
}

/** Returns the newest number of a customer's sequence, where a stream without Last-Event-ID starts. */
export async function newestSeq(db: Db, customerId: string): Promise<bigint> {
  const row = await db
    .selectFrom('customer')
    .select('event_seq')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  return BigInt(row.event_seq);
}

/** Maximum number of events in one query. */
export const eventPageSize = 200;

export interface EventPosition {
  customerId: string;
  sessionId: string;
  /** Sequence number of the last event that was read. */
  seq: bigint;
  /** Earlier events are not read, so that PostgreSQL skips the partitions of earlier months. */
  since: Date;
}

/** Longer than the lifetime of a session and the period in which a client can resume. */
const resumableMs = 31 * 24 * 60 * 60_000;

/**
 * Returns `EventPosition.since` for a stream that opens now. It is constant for the whole stream, because the clock
 * may jump.
 */
export const oldestResumable = (clock: Clock): Date => new Date(clock.now().getTime() - resumableMs);

export const eventsQuery = (db: Db, { customerId, sessionId, seq, since }: EventPosition) =>
  db
    .selectFrom('event')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('seq', '>', seq.toString())
    .where('at', '>=', since)
    .where((eb) => eb.or([eb('session_id', 'is', null), eb('session_id', '=', sessionId)]))
    .orderBy('seq')
    .limit(eventPageSize);

/** Returns events after a position that are addressed to its session or to all sessions. */
export async function eventsAfter(db: Db, position: EventPosition): Promise<LiveEvent[]> {
  const rows = await eventsQuery(db, position).execute();
  return rows.map((row) => ({
    seq: BigInt(row.seq),
    type: row.type,
    payload: row.payload,
    sessionId: row.session_id,
  }));
}

const channel = 'wusd_wake';

/** Notifications between nodes. They may be lost, so every listener also polls every second. */
export interface Notifier {
  /** Notifies every node of a commit that concerns these topics: a customer id, `messages` or `clock`. Never fails. */
  send(...topics: string[]): Promise<void>;
  /** @param onMissed called when notifications may have been lost, so that the listener reads everything again */
  on(onTopic: (topic: string) => void, onMissed: () => void): () => void;
  /** Whether notifications of other nodes arrive. Otherwise only polling works. */
  state(): ListenState;
  close(): Promise<void>;
}

/** @param url URL of a role that may connect; LISTEN needs no other privilege */
export async function openNotifier(
  db: Db,
  url: string,
  { log, ...timing }: ListenTiming & { log?: Logger } = {},
): Promise<Notifier> {
  const listeners = new Set<{ onTopic: (topic: string) => void; onMissed: () => void }>();
  const listener = await openListener({
    url,
    channel,
    log,
    ...timing,
    onNotification: (topic) => listeners.forEach(({ onTopic }) => onTopic(topic)),
    onMissed: () => listeners.forEach(({ onMissed }) => onMissed()),
  });
  const notify = createBatcher({
    execute: async (all: readonly string[][]) => {
      const topics = [...new Set(all.flat())];
      // Polling compensates for a lost notification, so the commit need not be durable.
      await sql`
        select pg_notify(${channel}, topic) from unnest(${topics}::text[]) topic, set_config('synchronous_commit', 'off', true)
      `
        .execute(db)
        .catch((error: unknown) =>
          log?.warn({ event: 'notify_failed', topics: topics.length, err: error }, 'a wake-up was not sent'),
        );
      return fulfillAll(all.map(() => undefined));
    },
    maxBatchSize: 100,
    concurrency: 1,
  });
  return {
    async send(...topics) {
      if (topics.length > 0) await notify(topics);
    },
    on(onTopic, onMissed) {
      const both = { onTopic, onMissed };
      listeners.add(both);
      return () => listeners.delete(both);
    },
    state: () => listener.state(),
    close: () => listener.close(),
  };
}
