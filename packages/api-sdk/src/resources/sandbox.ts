import type { operations } from '../generated/schema.js';
import type { Call } from '../internal/call.js';
import type { CallOptions } from '../internal/options.js';
import type { Client } from '../internal/transport.js';
import type { Body, Result, SandboxMailbox } from '../internal/types.js';

type Entity = operations['listSandboxMoves']['parameters']['path']['entity'];

/** Simulated external events. Test mode only; a production server responds with `NOT_FOUND`. */
export function sandbox({ send }: Client) {
  return {
    /** Mail, SMS and authenticator codes that were sent to one recipient or to all. */
    mailbox: (recipient?: string, options?: CallOptions): Call<SandboxMailbox, 'GET /sandbox/mailbox'> =>
      send(
        'GET /sandbox/mailbox',
        { isPublic: true, params: { query: recipient === undefined ? {} : { recipient } } },
        options,
      ),
    /** Triggers an external event. */
    createEvent: (
      body: Body<'POST /sandbox/events'>,
      options?: CallOptions,
    ): Call<{ reference: string }, 'POST /sandbox/events'> =>
      send('POST /sandbox/events', { body, isPublic: true }, options),
    /** Events that can be triggered next. */
    listMoves: (
      entity: Entity,
      id: string,
      options?: CallOptions,
    ): Call<Result<'GET /sandbox/{entity}/{id}/next'>, 'GET /sandbox/{entity}/{id}/next'> =>
      send('GET /sandbox/{entity}/{id}/next', { isPublic: true, params: { path: { entity, id } } }, options),
    /** Advances the clock on all server nodes. */
    advanceClock: (seconds: number, options?: CallOptions): Call<{ now: string }, 'POST /sandbox/clock/advance'> =>
      send('POST /sandbox/clock/advance', { body: { seconds }, isPublic: true }, options),
    /** Simulates days with events of a customer that are generated from a seed. */
    replay: (
      body: Body<'POST /sandbox/replay'>,
      options?: CallOptions,
    ): Call<Result<'POST /sandbox/replay'>, 'POST /sandbox/replay'> =>
      send('POST /sandbox/replay', { body, isPublic: true }, options),
  };
}
