import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { portOf } from '@wusd/server-kit/testing/loopback';
import * as v from 'valibot';

const rpcRequest = v.looseObject({ id: v.number(), method: v.string(), params: v.optional(v.array(v.unknown()), []) });
const rpcResponse = v.looseObject({ id: v.number(), result: v.optional(v.unknown()) });
type RpcRequest = v.InferOutput<typeof rpcRequest>;

const log = v.looseObject({
  blockNumber: v.string(),
  blockHash: v.string(),
  transactionHash: v.string(),
  data: v.string(),
});
type Log = v.InferOutput<typeof log>;
/** A receipt has the same references, but no data. */
const receipt = v.looseObject({ ...v.omit(log, ['data']).entries, logs: v.array(log) });
const logParams = v.looseTuple([v.looseObject({ fromBlock: v.string(), toBlock: v.string() })]);
const block = v.looseObject({ number: v.string(), hash: v.string() });

/** Faults of a node; an empty object passes all requests through. */
export interface Faults {
  /** Responds as if no block above this height existed. */
  head?: bigint;
  /** Does not know transactions with these hashes. */
  hidden?: readonly string[];
  /** Reports transactions with these hashes as failed. */
  failed?: readonly string[];
  /** Reports other hashes for blocks from this height on. */
  forgedFrom?: bigint;
  /** Multiplies the amounts of transfers. */
  factor?: bigint;
  /** Runs once, between the node's response to the first call of this method and its delivery to the caller. */
  after?: { method: string; run(): Promise<unknown> } | undefined;
  /** Has no state of blocks before the latest block. */
  isPruned?: boolean;
  /** Reports this block as the latest final one. */
  finalized?: bigint;
  /** Rejects log requests for more blocks than this. */
  maxLogBlocks?: bigint;
  /** Drops connections. */
  isDown?: boolean;
}

const hex = (height: bigint): string => `0x${height.toString(16)}`;

/**
 * A test double of an RPC provider: forwards JSON-RPC to a real node and changes its responses.
 *
 * @param target URL of the real node
 */
export async function startRpcDouble(target: string) {
  let faults: Faults = {};
  const forge = (height: string, hash: string): string =>
    faults.forgedFrom !== undefined && BigInt(height) >= faults.forgedFrom ? `0xbad${hash.slice(5)}` : hash;
  const isAbove = (height: string): boolean => faults.head !== undefined && BigInt(height) > faults.head;
  const isHidden = (hash: string): boolean => faults.hidden?.includes(hash) === true;
  const visible = (at: Pick<Log, 'blockNumber' | 'transactionHash'>): boolean =>
    !isAbove(at.blockNumber) && !isHidden(at.transactionHash);
  const rewrite = (entry: Log): Log => ({
    ...entry,
    blockHash: forge(entry.blockNumber, entry.blockHash),
    data:
      faults.factor === undefined
        ? entry.data
        : `0x${(BigInt(entry.data) * faults.factor).toString(16).padStart(64, '0')}`,
  });

  const prepare = (call: RpcRequest): RpcRequest => {
    const { head, finalized } = faults;
    if (finalized !== undefined && call.method === 'eth_getBlockByNumber' && call.params[0] === 'finalized')
      return { ...call, params: [hex(finalized), ...call.params.slice(1)] };
    if (head === undefined) return call;
    if (call.method === 'eth_getBlockByNumber' && call.params[0] === 'finalized')
      return { ...call, params: [hex(head < 2n ? 0n : head - 2n), ...call.params.slice(1)] };
    if (call.method === 'eth_getBlockByNumber' && call.params[0] === 'latest')
      return { ...call, params: [hex(head), ...call.params.slice(1)] };
    if (call.method !== 'eth_getLogs') return call;
    const [filter] = v.parse(logParams, call.params);
    return isAbove(filter.toBlock) && !isAbove(filter.fromBlock)
      ? { ...call, params: [{ ...filter, toBlock: hex(head) }] }
      : call;
  };

  const isTooLong = (params: unknown[]): boolean => {
    const [{ fromBlock, toBlock }] = v.parse(logParams, params);
    return BigInt(toBlock) - BigInt(fromBlock) >= (faults.maxLogBlocks ?? 10_000n);
  };

  const answers: Record<string, (result: unknown) => unknown> = {
    eth_blockNumber(result) {
      const height = v.parse(v.string(), result);
      return isAbove(height) ? hex(faults.head ?? 0n) : height;
    },
    eth_getBlockByNumber(result) {
      const found = v.parse(v.nullable(block), result);
      return found === null || isAbove(found.number) ? null : { ...found, hash: forge(found.number, found.hash) };
    },
    eth_getTransactionReceipt(result) {
      const found = v.parse(v.nullable(receipt), result);
      if (found === null || !visible(found)) return null;
      const blockHash = forge(found.blockNumber, found.blockHash);
      if (faults.failed?.includes(found.transactionHash)) return { ...found, blockHash, status: '0x0', logs: [] };
      return { ...found, blockHash, logs: found.logs.map(rewrite) };
    },
    eth_getLogs: (result) => v.parse(v.array(log), result).filter(visible).map(rewrite),
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (faults.isDown === true) return void request.socket.destroy();
    const body: unknown = await json(request);
    const calls = v.parse(v.array(rpcRequest), [body].flat());
    const forwarded = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(calls.map(prepare)),
    });
    const results = v.parse(v.array(rpcResponse), await forwarded.json());
    const { after } = faults;
    if (after && calls.some(({ method }) => method === after.method)) {
      faults = { ...faults, after: undefined };
      await after.run();
    }
    const distorted = results.map((each) => {
      const { method = '', params = [] } = calls.find(({ id }) => id === each.id) ?? {};
      if (faults.isPruned === true && method === 'eth_getTransactionCount' && params[1] !== 'latest')
        return { jsonrpc: '2.0', id: each.id, error: { code: -32_000, message: 'missing trie node' } };
      if (method === 'eth_getLogs' && isTooLong(params))
        return {
          jsonrpc: '2.0',
          id: each.id,
          error: { code: -32_005, message: 'query returned more than 10000 results' },
        };
      const answer = answers[method];
      return answer && 'result' in each ? { ...each, result: answer(each.result) } : each;
    });
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(Array.isArray(body) ? distorted : distorted[0]));
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    /** Replaces all faults. */
    set(next: Faults): void {
      faults = next;
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
