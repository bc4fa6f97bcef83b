import pLimit from 'p-limit';
import * as v from 'valibot';
import { createPublicClient, custom, type PublicClient } from 'viem';
import { HttpStatusError } from '@wusd/server-kit/errors/loggable-error';
import { parseJson } from '@wusd/server-kit/json';
import { outboundSignal } from '@wusd/server-kit/outbound';

const timeoutMs = 10_000;
/** Maximum concurrent requests. Providers limit the rate. Batches are not used, because java-tron limits their size. */
const concurrency = 8;

/** Posts JSON to a URL and validates the response. */
export type PostJson = <Schema extends v.GenericSchema>(
  url: string,
  body: unknown,
  schema: Schema,
) => Promise<v.InferOutput<Schema>>;

/** Requests to one provider. @param name the provider's name in errors, because the URLs may contain tokens */
export function createPostJson(name: string, apiKey: string | undefined): PostJson {
  const limit = pLimit(concurrency);
  const headers = { 'content-type': 'application/json', ...(apiKey !== undefined && { 'TRON-PRO-API-KEY': apiKey }) };
  return (url, body, schema) =>
    limit(async () => {
      const signal = outboundSignal(timeoutMs);
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        signal,
        headers,
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new HttpStatusError(name, answer.status);
      return parseJson(schema, await answer.text());
    });
}

const rpcAnswer = v.union([
  v.object({ error: v.object({ code: v.number(), message: v.string() }) }),
  v.object({ result: v.unknown() }),
]);

/** JSON-RPC error response of a node. viem maps the code to its own errors. */
class RpcAnswerError extends Error {
  override readonly name = 'RpcAnswerError';
  readonly code: number;

  constructor({ code, message }: { code: number; message: string }) {
    super(message);
    this.code = code;
  }
}

/** JSON-RPC client of an endpoint. Its errors do not contain the URL. */
export function createRpcClient(post: PostJson, url: string): PublicClient {
  const provider = {
    async request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
      const answer = await post(url, { jsonrpc: '2.0', id: 1, method, params: params ?? [] }, rpcAnswer);
      if ('error' in answer) throw new RpcAnswerError(answer.error);
      return answer.result;
    },
  };
  return createPublicClient({ transport: custom(provider, { retryCount: 0 }), cacheTime: 0 });
}
