import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySchema,
  type RouteHandlerMethod,
  type RouteOptions,
} from 'fastify';
import openapiGlue from 'fastify-openapi-glue';
import type { operations } from '@wusd/api-sdk/operations';
import type { Clock } from '@wusd/server-kit/clock';
import { type CommandHandlers, type Caller, type Client, FileResponse, type Handlers } from '../contract/operations.ts';
import { success } from './envelope.ts';
import { AppError } from '../errors/app-error.ts';
import { contract, type OperationObject } from '../contract/contract.ts';
import { textField } from '@wusd/server-kit/errors/error-fields';
import { uploadOptions, uploadsOf } from './uploads.ts';

export interface ContractOptions {
  handlers: Handlers & CommandHandlers;
  /** Operations that write the response stream themselves. */
  streams: Partial<
    Record<keyof operations, (caller: Caller, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>>
  >;
  clock: Clock;
  /** Returns the caller of a bearer token. @throws AppError ACCESS_TOKEN_INVALID, SESSION_REVOKED */
  authenticate(client: Client, operationId: string): Promise<Caller>;
  /** Verifies a call's captcha token. @throws AppError CAPTCHA_FAILED */
  verifyCaptcha(request: FastifyRequest, action: string): Promise<void>;
  /** Rate-limits uploads before files are read. @throws AppError TOO_MANY_REQUESTS */
  admitUpload(request: FastifyRequest, caller: Caller | undefined): Promise<void>;
  /** Whether this server hides a path of the contract, e.g. the sandbox in production. */
  isHidden(path: string): boolean;
}

/** Mounts every operation of the contract under /api. An operation without a handler returns 501 in the envelope. */
export async function mountContract(
  app: FastifyInstance,
  { handlers, streams, clock, authenticate, verifyCaptcha, admitUpload, isHidden }: ContractOptions,
): Promise<void> {
  const callers = new WeakMap<FastifyRequest, Caller>();
  // TypeScript does not know the operation of a route. Its calls are validated against the contract.
  const handlersById = new Map<string, ((call: never) => unknown) | undefined>(Object.entries(handlers));
  const streamsById = new Map(Object.entries(streams));

  for (const { method, url, schema, path, operation } of await contractRoutes()) {
    const { operationId } = operation;
    const handler = handlersById.get(operationId);
    const stream = streamsById.get(operationId);
    const { security, 'x-scope': scope = [], 'x-captcha': captcha } = operation;
    const admitting = [scope].flat();
    const takesToken = security === undefined || security.some((scheme) => 'bearer' in scheme);
    const needsToken = security === undefined;
    const uploads = uploadOptions(operation);

    const identify = async (request: FastifyRequest): Promise<void> => {
      const caller = await authenticate(request, operationId);
      if (admitting.length > 0 && !admitting.some((each) => caller.scopes.includes(each)))
        throw new AppError('SCOPE_MISSING');
      callers.set(request, caller);
    };

    app.route({
      method,
      url,
      schema,
      ...uploads,
      // Runs before the body is read, so that a caller without a token learns nothing about valid requests.
      onRequest: async (request: FastifyRequest) => {
        if (isHidden(path)) throw new AppError('NOT_FOUND');
        if (!handler && !stream) throw new AppError('NOT_MOUNTED');
        if (needsToken || (takesToken && request.headers.authorization !== undefined)) await identify(request);
        const accepted = operation.requestBody?.content;
        const sent = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
        if (accepted && !Object.hasOwn(accepted, sent)) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
        if (uploads) await admitUpload(request, callers.get(request));
      },
      handler: (async (request, reply) => {
        const { body, query, params, ip, headers } = request;
        const caller = callers.get(request);
        if (stream && caller) return stream(caller, request, reply);
        const call = {
          path: params,
          query,
          body,
          caller,
          language: headers['accept-language'],
          client: { ip, headers },
          uploads: (field: string) => uploadsOf(request, field),
          setHeader: (name: string, value: string) => void reply.header(name, value),
          verifyCaptcha: async () => captcha !== undefined && verifyCaptcha(request, captcha),
        };
        // Commands verify the captcha themselves, because previews and repeats need none.
        if (operation['x-intent'] === undefined) await call.verifyCaptcha();
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the handler of this operation takes its calls
        const result = await handler?.(call as never);
        void reply.header('cache-control', 'no-store');
        if (result instanceof FileResponse) {
          const { mediaType, fileName, bytes } = result.file;
          void reply.type(mediaType).header('content-disposition', `attachment; filename="${fileName}"`);
          return bytes;
        }
        return operationId === 'getOpenapi' ? result : success(clock, result);
      }) satisfies RouteHandlerMethod,
    });
  }
}

type ContractRoute = Pick<RouteOptions, 'method' | 'url'> & {
  schema: FastifySchema;
  /** Path as in the contract, with parameters in braces. */
  path: string;
  operation: OperationObject;
};

let routes: Promise<ContractRoute[]> | undefined;

/**
 * Returns the operations as routes, cached: a process needs to validate the contract and resolve its references only
 * once.
 */
function contractRoutes(): Promise<ContractRoute[]> {
  return (routes ??= readContractRoutes());
}

async function readContractRoutes(): Promise<ContractRoute[]> {
  const operations = new Map(
    Object.entries(contract.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => [operation.operationId, { path, operation }] as const),
    ),
  );
  const found: ContractRoute[] = [];
  const reader = Fastify({ exposeHeadRoutes: false });
  reader.addHook('onRoute', ({ method, url, schema = {} }) => {
    const described = operations.get(textField(schema, 'operationId') ?? '');
    if (!described) throw new Error(`The contract has no ${String(method)} ${url}`);
    found.push({ method, url, schema, ...described });
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types want a method and URL that it adds itself
  await reader.register(openapiGlue as never, {
    specification: structuredClone(contract),
    prefix: 'api',
    operationResolver: () => ({ handler: () => {} }),
  });
  return found;
}
