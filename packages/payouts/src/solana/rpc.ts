import {
  createDefaultRpcTransport,
  createRpcMessage,
  isSolanaError,
  SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR,
} from '@solana/kit';
import * as v from 'valibot';
import { HttpStatusError } from '@wusd/server-kit/errors/loggable-error';
import { UnansweredError } from '../sources/unanswered-error.ts';
import { outboundSignal } from '@wusd/server-kit/outbound';

const timeoutMs = 10_000;

/** Error response of a node. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  /** JSON-RPC error code. */
  readonly code: number;
  /** Error of the simulated transaction, for `sendTransaction`. */
  readonly transactionError: unknown;

  constructor(message: string, code: number, transactionError: unknown) {
    super(message);
    this.code = code;
    this.transactionError = transactionError;
  }
}

const errorData = v.looseObject({ err: v.optional(v.unknown()) });
const response = v.looseObject({
  result: v.optional(v.unknown()),
  error: v.optional(
    v.looseObject({
      code: v.pipe(v.union([v.bigint(), v.number()]), v.transform(Number)),
      message: v.string(),
      data: v.optional(v.unknown()),
    }),
  ),
});

/** Creates an error without the original error, which may contain the URL. */
function failureOf(error: unknown, name: string, method: string): Error {
  if (isSolanaError(error, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR))
    return new HttpStatusError(name, error.context.statusCode);
  return new UnansweredError(`${name} does not answer ${method}`, error);
}

/** Calls a method of a node and parses its result. Integers are parsed as `bigint`. */
export type RpcCall = <Schema extends v.GenericSchema>(
  method: string,
  params: readonly unknown[],
  schema: Schema,
) => Promise<v.InferOutput<Schema>>;

/**
 * Creates the JSON-RPC client of a node.
 *
 * @param name the node's name in errors; it must not contain the URL
 */
export function createRpcCall(url: string, name: string): RpcCall {
  const transport = createDefaultRpcTransport({ url });
  const request = async (methodName: string, params: readonly unknown[]): Promise<unknown> => {
    try {
      const payload = createRpcMessage({ methodName, params });
      return await transport<unknown>({ payload, signal: outboundSignal(timeoutMs) });
    } catch (error) {
      throw failureOf(error, name, methodName);
    }
  };
  return async (method, params, schema) => {
    const answer = v.safeParse(response, await request(method, params));
    if (!answer.success) throw new TypeError(`${name} answers ${method} with something other than JSON-RPC`);
    const { result, error } = answer.output;
    if (error) {
      const data = v.safeParse(errorData, error.data);
      const message = `${name} answers ${method} with error ${error.code}: ${error.message.split('\n')[0]?.slice(0, 200)}`;
      throw new RpcError(message, error.code, data.success ? data.output.err : undefined);
    }
    const parsed = v.safeParse(schema, result);
    if (parsed.success) return parsed.output;
    const paths = parsed.issues.map((issue) => v.getDotPath(issue) ?? 'the root');
    throw new TypeError(`${name} answers ${method} unexpectedly: check ${paths.join(', ')}`);
  };
}
