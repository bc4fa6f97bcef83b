import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../database/database.ts';
import type { Clock } from '../clock.ts';
import { eventsAfter, eventsAtOnce, newestSeq, type WakeUps } from './events.ts';
import { Failure } from '../http/failure.ts';
import type { Caller } from '../http/contract.ts';

const heartbeatMs = 15_000;
const pollMs = 1000;
const streamsPerCustomer = 10;
/** Bytes that may wait for a slow reader. */
const mostUnread = 1024 * 1024;

interface Stream {
  caller: Caller;
  seq: bigint;
  /** @param known a number of the customer's sequence that is committed */
  wake(known?: bigint): void;
  end(): void;
}

/** Open event streams of this node. */
export interface StreamHub {
  open(caller: Caller, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Ends every stream, so that a shutdown does not wait for browsers. */
  close(): void;
}

export function createStreamHub(db: Db, clock: Clock, wakeUps: WakeUps): StreamHub {
  const streams = new Set<Stream>();
  const unsubscribe = wakeUps.on((topic) =>
    streams.forEach((stream) => stream.caller.customerId === topic && stream.wake()),
  );
  const poll = setInterval(() => void look().catch(() => {}), pollMs);

  /**
   * The floor under lost wake-ups: one query a second for the whole node, however many streams it has. One, because a
   * session that is seen ended must be seen with the event that says so, or its stream would end without a word.
   */
  async function look(): Promise<void> {
    if (streams.size === 0) return;
    const sessions = await db
      .selectFrom('session')
      .innerJoin('customer', 'customer.id', 'session.customer_id')
      .select((eb) => [
        'session.id',
        'event_seq',
        eb.and([eb('ended_at', 'is', null), eb('expires_at', '>', clock.now())]).as('isLive'),
      ])
      .where('session.id', 'in', [...new Set([...streams].map(({ caller }) => caller.sessionId))])
      .execute();
    const found = new Map(sessions.map((session) => [session.id, session]));
    for (const stream of streams) {
      const session = found.get(stream.caller.sessionId);
      if (session && BigInt(session.event_seq) > stream.seq) stream.wake(BigInt(session.event_seq));
      else if (session?.isLive !== true) stream.end();
    }
  }

  return {
    async open(caller, request, reply) {
      const { customerId, sessionId } = caller;
      if ([...streams].filter((stream) => stream.caller.customerId === customerId).length >= streamsPerCustomer)
        throw new Failure('TOO_MANY_REQUESTS');
      const lastSeen = request.headers['last-event-id'];
      const seq = typeof lastSeen === 'string' ? BigInt(lastSeen) : await newestSeq(db, customerId);

      reply.hijack();
      const { raw } = reply;
      const headers = {
        ...reply.getHeaders(),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      };
      raw.writeHead(200, headers as Record<string, string>);
      // The id at once: a client that loses this connection before any event still knows where to resume.
      raw.write(`retry: 3000\nid: ${seq}\ndata: {"type":"ping"}\n\n`);

      let busy = false;
      let again = false;
      const stream: Stream = {
        caller,
        seq,
        wake: (known) => void drain(known),
        end() {
          streams.delete(stream);
          clearInterval(heartbeat);
          raw.end();
        },
      };
      // One reader at a time; a wake-up during a read asks for one more.
      const drain = async (known = 0n): Promise<void> => {
        if (busy) {
          again = true;
          return;
        }
        busy = true;
        try {
          do {
            again = false;
            // oxlint-disable-next-line no-await-in-loop -- frames must leave in order
            const events = await eventsAfter(db, customerId, sessionId, stream.seq);
            again ||= events.length === eventsAtOnce;
            for (const event of events) {
              if (!streams.has(stream)) break;
              stream.seq = event.seq;
              raw.write(`id: ${event.seq}\ndata: ${JSON.stringify({ type: event.type, ...event.payload })}\n\n`);
              // A reader that does not read is let go; it resumes where it was.
              if (event.type === 'logout' || raw.writableLength > mostUnread) stream.end();
            }
          } while (again && streams.has(stream));
          // What lies up to there and was not found is addressed to other sessions.
          if (known > stream.seq) stream.seq = known;
        } catch (error) {
          request.log.warn({ err: error }, 'event stream read failed');
        } finally {
          busy = false;
        }
      };
      const heartbeat = setInterval(() => raw.write(`data: {"type":"ping"}\n\n`), heartbeatMs);
      streams.add(stream);
      raw.on('close', () => stream.end());
      await drain();
    },
    close() {
      unsubscribe();
      clearInterval(poll);
      streams.forEach((stream) => stream.end());
    },
  };
}
