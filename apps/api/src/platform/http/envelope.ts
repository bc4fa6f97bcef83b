import { randomUUID } from 'node:crypto';
import { formatMessage, languageOf } from '@wusd/i18n/server';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '@wusd/server-kit/clock';
import { isUnstorable } from '../database/database.ts';
import { DatabaseUnavailableError } from '../database/unavailable.ts';
import { AppError } from '../errors/app-error.ts';
import { contract } from '../contract/contract.ts';
import * as v from 'valibot';

interface Envelope {
  header: { success: boolean; errCode: string; errMsg: string; serverTime: string };
  result: unknown;
}

export function success(clock: Clock, result: unknown): Envelope {
  return {
    header: { success: true, errCode: '00000', errMsg: '', serverTime: clock.now().toISOString() },
    result: result ?? null,
  };
}

export function failure(clock: Clock, problem: AppError, language: string | undefined): Envelope {
  const { code, messageId, retryable, nextAction } = problem.entry;
  return {
    header: {
      success: false,
      errCode: code,
      errMsg: formatMessage(languageOf(language), messageId, problem.values),
      serverTime: clock.now().toISOString(),
    },
    result: { errorName: problem.errorName, retryable, nextAction, ...problem.details },
  };
}

/** Sends an error in the envelope, without internals. */
export function createRefusal(clock: Clock) {
  const retryAfter = (problem: AppError): Record<string, string> => {
    if (problem.details.availableAt === undefined)
      return problem.errorName === 'SERVICE_UNAVAILABLE' ? { 'retry-after': '1' } : {};
    const seconds = Math.ceil((Date.parse(problem.details.availableAt) - clock.now().getTime()) / 1000);
    // Retry-After: RFC 9110, section 10.2.3.
    return { 'retry-after': String(Math.max(1, seconds)) };
  };

  return (request: FastifyRequest, reply: FastifyReply, problem: AppError): FastifyReply =>
    reply
      .status(problem.entry.status)
      .header('cache-control', 'no-store')
      .headers(retryAfter(problem))
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(failure(clock, problem, request.headers['accept-language']));
}

/** Sends every error in the envelope, regardless of its source. */
export function installErrorHandling(app: FastifyInstance, clock: Clock): void {
  const send = createRefusal(clock);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = asFailure(error);
    if (problem.errorName === 'INTERNAL_ERROR') {
      request.log.error({ err: error, supportReference: problem.details.supportReference }, 'call failed');
    }
    if (error instanceof DatabaseUnavailableError) {
      request.log.warn({ event: 'database_unavailable', reason: error.reason, err: error }, 'database unavailable');
    }
    return send(request, reply, problem);
  });
  app.setNotFoundHandler((request, reply) => send(request, reply, new AppError('NOT_FOUND')));
}

function asFailure(error: FastifyError): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof DatabaseUnavailableError) return new AppError('SERVICE_UNAVAILABLE');
  if (isUnstorable(error)) return new AppError('INVALID_REQUEST', { reasonCode: 'malformed' });
  if (error.validation) {
    const [first] = error.validation;
    return new AppError('INVALID_REQUEST', {
      field: `/${error.validationContext ?? 'body'}${pathOf(first)}`,
      reasonCode: reasonOf(first),
    });
  }
  if (error.statusCode === 415 || error.code === 'FST_INVALID_MULTIPART_CONTENT_TYPE')
    return new AppError('UNSUPPORTED_MEDIA_TYPE');
  if (error.statusCode === 413) return new AppError('PAYLOAD_TOO_LARGE');
  if (error.statusCode !== undefined && error.statusCode < 500)
    return new AppError('INVALID_REQUEST', { reasonCode: 'malformed' });
  return new AppError('INTERNAL_ERROR', { supportReference: randomUUID() });
}

type Violation = NonNullable<FastifyError['validation']>[number] | undefined;

function pathOf(first: Violation): string {
  const missing = first?.keyword === 'required' ? `/${String(first.params['missingProperty'])}` : '';
  const extra = first?.keyword === 'additionalProperties' ? `/${String(first.params['additionalProperty'])}` : '';
  return `${first?.instancePath ?? ''}${missing}${extra}`;
}

function reasonOf(first: Violation): string {
  // The validator is verbose, so the violation contains the schema that rejected the value.
  const violated = v.safeParse(v.object({ parentSchema: v.object({ pattern: v.string() }) }), first);
  if (violated.success && violated.output.parentSchema.pattern === contract.components.schemas.Amount.pattern)
    return 'amount-not-a-string';
  switch (first?.keyword ?? '') {
    case 'required':
      return 'missing';
    case 'additionalProperties':
      return 'unknown-property';
    case 'enum':
    case 'const':
      return 'not-one-of';
    default:
      return 'malformed';
  }
}
