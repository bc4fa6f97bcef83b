import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { serializeError } from './errors/loggable-error.ts';
import { traceFields } from './telemetry/spans.ts';

export type { Logger } from 'pino';

/** `test`: warnings and errors only. */
export interface LogSettings {
  mode: 'test' | 'production';
}

/** Names of fields that are redacted at any depth. */
const secrets = ['password', 'code', 'payload', 'access_token', 'refresh_token'];

/**
 * Structured logs, one JSON line each. A request is logged with its method, path without query, and status. The logger
 * never receives bodies, headers, queries or personal data, and errors of libraries lose their messages
 * (`serializeError`). Lines within a recorded trace have its ids.
 */
function loggerOptions({ mode }: LogSettings): LoggerOptions {
  return {
    level: mode === 'test' ? 'warn' : 'info',
    mixin: traceFields,
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]).concat('req.headers'), censor: '[redacted]' },
    serializers: {
      req: (request) => ({ method: request.method, path: request.url.split('?')[0], requestId: request.id }),
      res: (reply) => ({ statusCode: reply.statusCode }),
      err: (error: unknown) => serializeError(error),
    },
  };
}

/** Creates the logger of a process. @param stream destination of the lines @default standard output */
export function createLogger(settings: LogSettings, stream?: DestinationStream): Logger {
  return stream ? pino(loggerOptions(settings), stream) : pino(loggerOptions(settings));
}

/** Discards every line. Default for tests and operator commands. */
export const silentLogger: Logger = pino({ enabled: false });
