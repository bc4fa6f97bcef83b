import type { FastifyServerOptions } from 'fastify';
import type { Settings } from './settings.ts';

/** Never wanted in a log, whoever logs them and wherever they stand. */
const secrets = ['password', 'code', 'payload', 'access_token', 'refresh_token'];

/**
 * Structured logs, one JSON line each. A request is logged by method, path without its query, and status: bodies, headers,
 * queries and personal data are never given to the logger, and error objects lose everything but name, code and stack.
 */
export function loggerOptions({ mode }: Pick<Settings, 'mode'>): FastifyServerOptions['logger'] {
  return {
    level: mode === 'test' ? 'warn' : 'info',
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]).concat('req.headers'), censor: '[redacted]' },
    serializers: {
      req: (request) => ({ method: request.method, path: request.url.split('?')[0], requestId: request.id }),
      res: (reply) => ({ statusCode: reply.statusCode }),
      err: (error) => ({
        type: error.name,
        message: '',
        state: (error as { code?: string }).code,
        stack: stackOnly(error),
      }),
    },
  };
}

/** Messages of database and validation errors quote values; the frames do not. */
function stackOnly(error: Error): string {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .join('\n');
}
