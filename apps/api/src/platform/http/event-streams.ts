import { metrics } from '@opentelemetry/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { PlatformServices } from '../services.ts';
import { eventsAfter, eventPageSize, newestSeq, oldestResumable } from '../events/events.ts';
import { AppError } from '../errors/app-error.ts';
import type { Caller } from '../contract/operations.ts';

const heartbeatMs = 15_000;
const pollMs = 1000;
const streamsPerCustomer = 10;
/** Maximum number of unread bytes that are buffered for a slow client. */
const mostUnread = 1024 * 1024;
/** Without wallet and entity, the event makes the client reload everything. */
const everythingChanged = { type: 'wallet_account_updated' };

interface Stream {
  caller: Caller;
  /** Sequence number of the last event that was sent or skipped; undefined until the stream is open. */
  seq: bigint | undefined;
  /** @param known a committed number of the customer's sequence */
  wake(known?: bigint): void;
  /** Sends a correction if the customer's sequence is behind the stream's, as after a restored backup. */
  fallBack(newest: bigint): void;
  end(): void;
}

/** Open event streams of this node. */
export interface StreamHub {
  /** @throws AppError TOO_MANY_REQUESTS beyond ten streams of one customer, SERVICE_UNAVAILABLE once it is closed */
  open(caller: Caller, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Ends every stream, so that a shutdown does not wait for browsers. */
  close(): void;
}

export function createStreamHub(services: Pick<PlatformServices, 'db' | 'clock' | 'notifier' | 'log'>): StreamHub {
  const { db, clock, notifier, log } = services;
  const streams = new Map<string, Set<Stream>>();
  const unsubscribe = notifier.on(
    (topic) => streams.get(topic)?.forEach((stream) => stream.wake()),
    () => streams.forEach((own) => own.forEach((stream) => stream.wake())),
  );
  metrics
    .getMeter('wusd')
    .createObservableGauge('wusd.event_streams.open', { description: 'Open event streams of this node' })
    .addCallback((result) => result.observe([...streams.values()].reduce((sum, own) => sum + own.size, 0)));
  let isClosed = false;
  let isPolling = false;
  let isPollFailing = false;
  const timer = setInterval(() => void poll(), pollMs);

  async function poll(): Promise<void> {
    if (isPolling || streams.size === 0) return;
    isPolling = true;
    try {
      await readSequences();
      if (isPollFailing) log.info('event streams are polled again');
      isPollFailing = false;
    } catch (error) {
      if (!isPollFailing) log.warn({ err: error }, 'event streams could not be polled');
      isPollFailing = true;
    } finally {
      isPolling = false;
    }
  }

  /**
   * Finds events whose notification was lost, with one query a second for the whole node. A single query reads
   * sessions and sequences together, so that a stream of an ended session also sends its logout event.
   */
  async function readSequences(): Promise<void> {
    // Stored before the query: if the sequence is now lower than these numbers, a backup was restored.
    const open = [...streams.values()].flatMap((each) => [...each].map((stream) => ({ stream, before: stream.seq })));
    const sessionIds = [...new Set(open.map(({ stream }) => stream.caller.sessionId))];
    const sessions = await db
      .selectFrom('session')
      .innerJoin('customer', 'customer.id', 'session.customer_id')
      .select((eb) => [
        'session.id',
        'event_seq',
        eb.and([eb('ended_at', 'is', null), eb('expires_at', '>', clock.now())]).as('isLive'),
      ])
      .where('session.id', '=', sql<string>`any(${sessionIds})`)
      .execute();
    const found = new Map(sessions.map((session) => [session.id, session]));
    for (const { stream, before } of open) {
      const session = found.get(stream.caller.sessionId);
      const newest = BigInt(session?.event_seq ?? 0);
      if (session && before !== undefined && newest < before) stream.fallBack(newest);
      if (session && stream.seq !== undefined && newest > stream.seq) stream.wake(newest);
      else if (session?.isLive !== true) stream.end();
    }
  }

  /** Reserves one of the customer's streams synchronously, so that parallel calls can't exceed the limit. */
  function reserve(caller: Caller, { raw }: FastifyReply): Stream {
    const { customerId } = caller;
    if (isClosed) throw new AppError('SERVICE_UNAVAILABLE');
    const own = streams.get(customerId) ?? new Set();
    if (own.size >= streamsPerCustomer) throw new AppError('TOO_MANY_REQUESTS');
    const stream: Stream = {
      caller,
      seq: undefined,
      wake: () => {},
      fallBack: () => {},
      end() {
        release(stream);
        raw.end();
      },
    };
    streams.set(customerId, own.add(stream));
    return stream;
  }

  function release(stream: Stream): void {
    const { customerId } = stream.caller;
    const own = streams.get(customerId);
    own?.delete(stream);
    if (own?.size === 0) streams.delete(customerId);
  }

  const isOpen = (stream: Stream): boolean => streams.get(stream.caller.customerId)?.has(stream) === true;

  /** Sends a stream's events in order, one read at a time. */
  function follow(stream: Stream, { raw }: FastifyReply): void {
    const { customerId, sessionId } = stream.caller;
    const since = oldestResumable(clock);
    const write = (data: object, id?: bigint): void => {
      raw.write(`${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`);
    };
    const sendNew = async (): Promise<boolean> => {
      const after = stream.seq ?? 0n;
      const events = await eventsAfter(db, { customerId, sessionId, seq: after, since });
      // The sequence decreased in the meantime, so these events may no longer exist.
      if (stream.seq !== after) return true;
      for (const { seq, type, payload } of events) {
        if (!isOpen(stream)) return false;
        stream.seq = seq;
        write({ type, ...payload }, seq);
        // A client that does not read is disconnected; it resumes from its last id.
        if (type === 'logout' || raw.writableLength > mostUnread) stream.end();
      }
      return events.length === eventPageSize;
    };
    let busy = false;
    let again = false;
    const drain = async (known: bigint): Promise<void> => {
      again = true;
      if (busy) return;
      busy = true;
      try {
        while (again && isOpen(stream)) {
          again = false;
          again = (await sendNew()) || again;
        }
        // Events up to `known` that were not found are addressed to other sessions.
        if (known > (stream.seq ?? 0n)) stream.seq = known;
      } catch (error) {
        log.warn({ err: error, customerId }, 'events of a stream could not be read');
      } finally {
        busy = false;
      }
    };
    stream.wake = (known = 0n) => void drain(known);
    stream.fallBack = (newest) => {
      if (!isOpen(stream)) return;
      stream.seq = newest;
      write(everythingChanged, newest);
    };
    const heartbeat = setInterval(() => write({ type: 'ping' }), heartbeatMs);
    raw.on('close', () => clearInterval(heartbeat));
  }

  return {
    async open(caller, request, reply) {
      const { raw } = reply;
      const stream = reserve(caller, reply);
      raw.once('close', () => release(stream));
      const lastEventId = request.headers['last-event-id'];
      const newest = await newestSeq(db, caller.customerId).catch((error: unknown) => {
        release(stream);
        throw error;
      });
      reply.hijack();
      // The client left, or the session ended.
      if (raw.destroyed) release(stream);
      if (!isOpen(stream)) return void raw.destroy();

      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) raw.setHeader(name, value);
      raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      const claimed = typeof lastEventId === 'string' ? BigInt(lastEventId) : newest;
      stream.seq = claimed > newest ? newest : claimed;
      // Sends the id immediately, so that a client that disconnects before the first event knows where to resume.
      raw.write(`retry: 3000\nid: ${stream.seq}\ndata: {"type":"ping"}\n\n`);
      follow(stream, reply);
      if (claimed > newest) stream.fallBack(newest);
      stream.wake();
    },
    close() {
      isClosed = true;
      unsubscribe();
      clearInterval(timer);
      for (const own of streams.values()) own.forEach((stream) => stream.end());
    },
  };
}
