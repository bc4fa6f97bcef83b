import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '@wusd/server-kit/clock';
import { failure } from './envelope.ts';
import { AppError } from '../errors/app-error.ts';

/** HTTP status by error code of Node's parser; 400 for all others. */
const statuses: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};
const reasons: Record<number, string> = {
  400: 'Bad Request',
  404: 'Not Found',
  408: 'Request Timeout',
  413: 'Content Too Large',
  417: 'Expectation Failed',
  431: 'Request Header Fields Too Large',
};

/**
 * Answers requests that Node rejects before Fastify receives them: with the matching HTTP status, and the envelope of
 * INVALID_REQUEST in English, because the headers may not have been read.
 */
export function createProtocolErrors(clock: Clock) {
  const underWay = new WeakMap<Duplex, ServerResponse>();

  return {
    /** Value for the Fastify option of the same name. Handles bytes that are not HTTP. */
    clientErrorHandler(error: NodeJS.ErrnoException, socket: Duplex): void {
      if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
      // The client would read a second response as the answer to another request.
      else if (underWay.get(socket)?.headersSent) socket.end(() => socket.destroy());
      else endWith(socket, statuses[error.code ?? ''] ?? 400, bodyOf(clock, refusalOf(error)));
    },

    /**
     * Handles expectations other than 100-continue, tunnels and a missing Host, which Node would answer without a
     * body.
     */
    install(app: FastifyInstance): void {
      app.server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
        underWay.set(socket, response);
        response.once('finish', () => underWay.get(socket) === response && underWay.delete(socket));
      });
      app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) =>
        response.writeHead(417, { ...headers, connection: 'close' }).end(bodyOf(clock, malformed('/headers/expect'))),
      );
      app.server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
        socket.on('error', () => socket.destroy());
        endWith(socket, 404, bodyOf(clock, new AppError('NOT_FOUND')));
      });
      // RFC 9112, section 3.2. Node's own check is switched off where the server is created.
      app.addHook('onRequest', async ({ raw, headers: { host } }) => {
        if (raw.httpVersion === '1.1' && host === undefined) throw malformed('/headers/host');
      });
    },
  };
}

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

const malformed = (field?: string): AppError =>
  new AppError('INVALID_REQUEST', { reasonCode: 'malformed', ...(field !== undefined && { field }) });

const refusalOf = ({ code }: NodeJS.ErrnoException): AppError =>
  code === 'ERR_HTTP_REQUEST_TIMEOUT' ? new AppError('INVALID_REQUEST', { reasonCode: 'too-slow' }) : malformed();

const bodyOf = (clock: Clock, problem: AppError): string => JSON.stringify(failure(clock, problem, undefined));

function endWith(socket: Duplex, status: number, body: string): void {
  const lines = Object.entries({ ...headers, connection: 'close', 'content-length': Buffer.byteLength(body) });
  const head = [`HTTP/1.1 ${status} ${reasons[status]}`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
