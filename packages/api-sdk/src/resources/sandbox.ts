import type { operations } from '../generated/schema.js';
import type { CallOptions, Transport } from '../internal/transport.js';
import type { Body, Result } from '../internal/types.js';

type Entity = operations['listSandboxMoves']['parameters']['path']['entity'];

/** The outside world, simulated. Test mode only; a production server answers `NOT_FOUND`. */
export function sandbox({ publicHttp, call }: Transport) {
  return {
    mailbox: (recipient?: string, options?: CallOptions): Promise<Result<'listSandboxMailbox'>> =>
      call('GET /sandbox/mailbox', options, (signal) =>
        publicHttp.GET('/sandbox/mailbox', {
          params: { query: recipient === undefined ? {} : { recipient } },
          signal,
        }),
      ),
    createEvent: (body: Body<'createSandboxEvent'>, options?: CallOptions): Promise<{ reference: string }> =>
      call('POST /sandbox/events', options, (signal) => publicHttp.POST('/sandbox/events', { body, signal })),
    listMoves: (entity: Entity, id: string, options?: CallOptions): Promise<Result<'listSandboxMoves'>> =>
      call('GET /sandbox/{entity}/{id}/next', options, (signal) =>
        publicHttp.GET('/sandbox/{entity}/{id}/next', { params: { path: { entity, id } }, signal }),
      ),
    advanceClock: (seconds: number, options?: CallOptions): Promise<{ now: string }> =>
      call('POST /sandbox/clock/advance', options, (signal) =>
        publicHttp.POST('/sandbox/clock/advance', { body: { seconds }, signal }),
      ),
  };
}
