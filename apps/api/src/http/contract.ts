import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import openapiGlue from 'fastify-openapi-glue';
import type { operations } from '@wusd/api-sdk/operations';
import type { Clock } from '../clock.ts';
import type { KeptFile } from '../files/files.ts';
import { success } from './envelope.ts';
import { Failure } from './failure.ts';
import { contract } from './spec.ts';
import { uploadOptions } from './uploads.ts';

/** Who is calling, where the operation asks for it. */
export interface Caller {
  customerId: string;
  sessionId: string;
  scopes: readonly string[];
}

type JsonBody<Name extends keyof operations> = operations[Name] extends {
  requestBody: { content: { 'application/json': infer T } };
}
  ? T
  : operations[Name] extends { requestBody: { content: { 'multipart/form-data': infer T } } }
    ? T
    : undefined;
type Query<Name extends keyof operations> = operations[Name]['parameters'] extends { query?: infer T }
  ? NonNullable<T>
  : Record<string, never>;
type Result<Name extends keyof operations> = operations[Name]['responses'] extends {
  200: { content: { 'application/json': { result: infer T } } };
}
  ? T
  : unknown;

/** Operations that are reviewed before they are done: among their answers is a review. */
export type ActName = {
  [Name in keyof operations]: [Review<Name>] extends [never] ? never : Name;
}[keyof operations];
/** What reviewing an act answers. */
export type Review<Name extends keyof operations> = Extract<Result<Name>, { blockers: unknown }>;
/** What doing it answers. */
export type Done<Name extends ActName> = Exclude<Result<Name>, { blockers: unknown }>;

/** A call, its body and query already validated against the contract. */
export interface Call<Name extends keyof operations> {
  body: JsonBody<Name>;
  query: Query<Name>;
  /** Present where the operation is secured; where it takes a token or none, whether one came is `request`'s to say. */
  caller: Caller;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Throws where the operation wants a captcha and none says that a person is calling. Asked already, but for acts. */
  requirePerson(): Promise<void>;
}

/** Answered as a file for a client to save: never shown on our origin, whatever is in it. */
export class FileAnswer {
  readonly file: KeptFile;

  constructor(file: KeptFile) {
    this.file = file;
  }
}

export type Handler<Name extends keyof operations> = (call: Call<Name>) => Promise<Result<Name>> | Result<Name>;
/** Of the operations that are simply done. */
export type Handlers = { [Name in Exclude<keyof operations, ActName>]?: Handler<Name> };
/** Of those that are reviewed first; `actHandlers` alone makes them. */
export type ActHandlers = { [Name in ActName]?: Handler<Name> };

export interface ContractOptions {
  handlers: Handlers & ActHandlers;
  clock: Clock;
  /** Finds the caller behind the bearer token, or throws. */
  authenticate(request: FastifyRequest, operationId: string): Promise<Caller>;
  /** Throws where no captcha says that a person is calling. */
  requirePerson(request: FastifyRequest, action: string): Promise<void>;
  /** Throws where somebody sends files too often; asked before they are read. */
  admitUpload(request: FastifyRequest, caller: Caller | undefined): Promise<void>;
  /** Operations that this server must not have, whatever the contract says: the sandbox's, in production. */
  isHidden(path: string): boolean;
}

/** Mounts every operation of the contract under /api; one without a handler answers 501 in the envelope. */
export async function mountContract(
  app: FastifyInstance,
  { handlers, clock, authenticate, requirePerson, admitUpload, isHidden }: ContractOptions,
): Promise<void> {
  const callers = new WeakMap<FastifyRequest, Caller>();

  await app.register(openapiGlue as never, {
    specification: structuredClone(contract),
    prefix: 'api',
    operationResolver(operationId: keyof operations, method: string, path: string) {
      const operation = contract.paths[path]?.[method.toLowerCase()];
      if (!operation) throw new Error(`The contract has no ${method} ${path}`);
      // Which operation it is, only the contract knows; its call was validated against just that.
      const handler: ((call: never) => unknown) | undefined = handlers[operationId];
      const { security, 'x-scope': scope = [], 'x-captcha': captcha } = operation;
      const admitting = [scope].flat();
      const takesToken = security === undefined || security.some((scheme) => 'bearer' in scheme);
      const needsToken = security === undefined;
      const uploads = uploadOptions(operation);

      const identify = async (request: FastifyRequest): Promise<void> => {
        const caller = await authenticate(request, operationId);
        if (admitting.length > 0 && !admitting.some((each) => caller.scopes.includes(each)))
          throw new Failure('SCOPE_MISSING');
        callers.set(request, caller);
      };

      return {
        ...uploads,
        // Before the body is read: a stranger learns nothing about what a valid request would be.
        onRequest: async (request: FastifyRequest) => {
          if (isHidden(path)) throw new Failure('NOT_FOUND');
          if (!handler) throw new Failure('NOT_MOUNTED');
          if (needsToken || (takesToken && request.headers.authorization !== undefined)) await identify(request);
          const accepted = operation.requestBody?.content;
          const sent = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
          if (accepted && !Object.hasOwn(accepted, sent)) throw new Failure('UNSUPPORTED_MEDIA_TYPE');
          if (uploads) await admitUpload(request, callers.get(request));
        },
        handler: (async (request, reply) => {
          const { body, query } = request;
          const call = {
            body,
            query,
            caller: callers.get(request),
            request,
            reply,
            requirePerson: async () => captcha !== undefined && requirePerson(request, captcha),
          };
          // An act asks itself: a repeat of what was done needs none, and a review neither.
          if (operation['x-intent'] === undefined) await call.requirePerson();
          const result = await handler?.(call as never);
          if (reply.sent) return reply;
          void reply.header('cache-control', 'no-store');
          if (result instanceof FileAnswer) {
            const { mediaType, fileName, bytes } = result.file;
            void reply.type(mediaType).header('content-disposition', `attachment; filename="${fileName}"`);
            return bytes;
          }
          return operationId === 'getOpenapi' ? result : success(clock, result);
        }) satisfies RouteHandlerMethod,
      };
    },
  });
}
