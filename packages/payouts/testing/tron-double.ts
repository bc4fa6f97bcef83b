import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import * as v from 'valibot';
import { hexOf } from '../src/evm/hex.ts';
import { listen } from '@wusd/server-kit/testing/loopback';
import { decodeTransaction } from './tron-transactions.ts';
import { type DoubleBlock, energyFee, type TronChainDouble } from './tron-chain-double.ts';

// See `tron-chain-double.ts` for the limits of the double.

/** Faults of a node; an empty object passes all requests through. */
interface TronFaults {
  /** Responds as if no block above this height existed. */
  head?: bigint;
  /** Reports other ids for blocks from this height on. */
  forgedFrom?: bigint;
  /** Does not know transactions with these ids. */
  hidden?: readonly string[];
  /** Reports transactions with these ids as failed. */
  failed?: readonly string[];
  /** Stores transactions without their results. */
  keepsNoResults?: boolean;
  /** Reports other results of transactions. */
  result?: string;
  /** Loses transactions that it accepts. */
  dropsBroadcasts?: boolean;
  /** Rejects every transaction with this code. */
  refusal?: string;
  /** Reports the genesis block of another chain on one of its interfaces. */
  foreign?: '/jsonrpc' | '/wallet' | '/walletsolidity';
  /**
   * Runs once, between the response to the first request of this path or JSON-RPC method and its delivery to the
   * caller.
   */
  after?: { request: string; run(): Promise<unknown> } | undefined;
  /** Responds with java-tron's exceptions. */
  isFailing?: boolean;
  /** Drops connections. */
  isDown?: boolean;
}

const reference = v.looseObject({ blockNumber: v.string(), blockHash: v.string(), transactionHash: v.string() });
type Reference = v.InferOutput<typeof reference>;
const receiptSchema = v.looseObject({ ...reference.entries, status: v.string(), logs: v.array(reference) });
const blockSchema = v.looseObject({ number: v.string(), hash: v.string(), parentHash: v.string() });
const rpcRequest = v.object({ id: v.number(), method: v.string(), params: v.array(v.unknown()) });
const forwarded = v.object({ result: v.optional(v.unknown(), null), error: v.optional(v.looseObject({})) });
const logFilter = v.looseObject({
  fromBlock: v.string(),
  toBlock: v.string(),
  topics: v.array(v.nullable(v.union([v.string(), v.array(v.string())]))),
});

class RpcError extends Error {}

/** Starts a double of java-tron's HTTP interfaces. */
export async function startTronNode(chain: TronChainDouble) {
  let faults: TronFaults = {};
  /** Broadcast transactions. java-tron has the same cache, and rejects duplicates before any other check. */
  const seen = new Set<string>();
  const forge = (height: bigint, id: string): string =>
    faults.forgedFrom !== undefined && height >= faults.forgedFrom ? `${id.slice(0, 16)}bad${id.slice(19)}` : id;
  const foreignId = (id: string): string => `${id.slice(0, 56)}00000001`;
  const isVisible = (height: bigint, id?: string): boolean =>
    (faults.head === undefined || height <= faults.head) && (id === undefined || faults.hidden?.includes(id) !== true);
  const top = async (): Promise<bigint> => {
    const { height } = await chain.head();
    return faults.head !== undefined && faults.head < height ? faults.head : height;
  };

  const isFailed = (id: string): boolean => faults.failed?.includes(id) === true;
  const translate = <T extends Reference>(entry: T): T => ({
    ...entry,
    blockHash: `0x${forge(BigInt(entry.blockNumber), chain.blockId(BigInt(entry.blockNumber), entry.blockHash))}`,
    transactionHash: `0x${chain.idOf(entry.transactionHash)}`,
  });
  const isShown = ({ blockNumber, transactionHash }: Reference): boolean =>
    isVisible(BigInt(blockNumber), chain.idOf(transactionHash));
  const forward = async (method: string, params: unknown[]): Promise<unknown> => {
    const answer = await fetch(chain.evm.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const { result, error } = v.parse(forwarded, await answer.json());
    if (error) throw new RpcError(JSON.stringify(error));
    return result;
  };

  const rpc: Record<string, (params: unknown[]) => Promise<unknown>> = {
    eth_chainId: async () => (faults.foreign === '/jsonrpc' ? '0x1' : forward('eth_chainId', [])),
    eth_blockNumber: async () => `0x${(await top()).toString(16)}`,
    async eth_getBlockByNumber([at]) {
      const height = at === 'latest' ? await top() : BigInt(v.parse(v.string(), at));
      const found = v.parse(
        v.nullable(blockSchema),
        await forward('eth_getBlockByNumber', [`0x${height.toString(16)}`, false]),
      );
      if (!found || !isVisible(height)) return null;
      const { id, parent } = await chain.blockAt(height);
      return { ...found, hash: `0x${forge(height, id)}`, parentHash: `0x${parent}` };
    },
    async eth_getTransactionReceipt([hash]) {
      const asked = chain.hashOf(v.parse(v.string(), hash).slice(2));
      const found = v.parse(v.nullable(receiptSchema), await forward('eth_getTransactionReceipt', [asked]));
      if (!found || !isShown(found)) return null;
      const shown = { ...translate(found), logs: found.logs.map(translate) };
      return isFailed(shown.transactionHash.slice(2)) ? { ...shown, status: '0x0', logs: [] } : shown;
    },
    async eth_getLogs([filter]) {
      const { fromBlock, toBlock, topics } = v.parse(logFilter, filter);
      if (BigInt(toBlock) - BigInt(fromBlock) > 5000n) throw new RpcError('exceed max block range: 5000');
      if (topics.some((each) => Array.isArray(each) && each.length > 1000))
        throw new RpcError('exceed max topics: 1000');
      return v
        .parse(v.array(reference), await forward('eth_getLogs', [filter]))
        .filter(isShown)
        .map(translate);
    },
    async eth_call([call, at]) {
      if (at !== 'latest') throw new RpcError('QUANTITY not supported, just support TAG as latest');
      return forward('eth_call', [call, at]);
    },
  };

  const printed = ({ height, id, parent, timestamp }: DoubleBlock) => ({
    blockID: forge(height, id),
    block_header: { raw_data: { ...(height > 0n && { number: Number(height), timestamp }), parentHash: parent } },
  });
  const byNumber = async (body: unknown, path: '/wallet' | '/walletsolidity'): Promise<unknown> => {
    const { num } = v.parse(v.object({ num: v.number() }), body);
    if (!isVisible(BigInt(num))) return {};
    const block = await chain.blockAt(BigInt(num));
    return printed(faults.foreign === path ? { ...block, id: foreignId(block.id) } : block);
  };
  const idIn = (body: unknown): string => v.parse(v.object({ value: v.string() }), body).value;
  const found = async (id: string) => {
    const result = await chain.resultOf(id);
    return result && isVisible(result.receipt.blockNumber, id) ? result : undefined;
  };
  const account = (address: string) => hexOf(`0x${address.slice(2)}`);

  const http: Record<string, (body: unknown) => Promise<unknown>> = {
    '/wallet/getnowblock': async () => printed(await chain.blockAt(await top())),
    '/walletsolidity/getnowblock': async () => printed(await chain.blockAt(chain.solidHeight(await top()))),
    '/wallet/getblockbynum': (body) => byNumber(body, '/wallet'),
    '/walletsolidity/getblockbynum': (body) => byNumber(body, '/walletsolidity'),
    async '/wallet/broadcasthex'(body) {
      const { transaction } = v.parse(v.object({ transaction: v.string() }), body);
      if (faults.refusal !== undefined) return { result: false, code: faults.refusal, message: '', txid: '' };
      const decoded = decodeTransaction(transaction);
      const isSeen = seen.has(decoded.id);
      seen.add(decoded.id);
      const code = isSeen ? 'DUP_TRANSACTION_ERROR' : await chain.broadcast(decoded, faults.dropsBroadcasts === true);
      return { result: code === 'SUCCESS', code, message: '', txid: decoded.id };
    },
    async '/wallet/gettransactioninfobyid'(body) {
      const id = idIn(body);
      const known = await found(id);
      if (!known || faults.keepsNoResults === true) return {};
      const claimed = isFailed(id) ? 'REVERT' : faults.result;
      const receipt = { result: claimed ?? known.result, energy_usage_total: Number(known.receipt.gasUsed) };
      return { id, blockNumber: Number(known.receipt.blockNumber), contractResult: [''], receipt };
    },
    async '/wallet/gettransactionbyid'(body) {
      const id = idIn(body);
      return (await found(id)) ? { txID: id } : {};
    },
    '/wallet/getchainparameters': async () => ({
      chainParameter: [
        { key: 'getMaintenanceTimeInterval', value: 21_600_000 },
        { key: 'getEnergyFee', value: energyFee },
        { key: 'getNothing' },
      ],
    }),
    async '/wallet/triggerconstantcontract'(body) {
      const call = v.parse(
        v.object({
          owner_address: v.string(),
          contract_address: v.string(),
          function_selector: v.literal('transfer(address,uint256)'),
          parameter: v.string(),
        }),
        body,
      );
      const data = hexOf(`0xa9059cbb${call.parameter}`);
      const energy = await chain.simulate(account(call.owner_address), account(call.contract_address), data);
      return energy === undefined
        ? {
            result: { result: true, message: 'REVERT opcode executed' },
            energy_used: 500,
            transaction: { ret: [{ ret: 'FAILED' }] },
          }
        : { result: { result: true }, energy_used: Number(energy), constant_result: [''], transaction: { ret: [{}] } };
    },
    async '/wallet/getaccount'(body) {
      const { address } = v.parse(v.object({ address: v.string() }), body);
      const wei = await chain.evm.client.getBalance({ address: account(address) });
      // One ether of the EVM node represents one TRX.
      return wei === 0n ? {} : { address, balance: Number(wei / 10n ** 12n) };
    },
    '/wallet/getaccountresource': async () => ({ freeNetLimit: 600 }),
  };

  const runAfter = async (request: string): Promise<void> => {
    const { after } = faults;
    if (after?.request !== request) return;
    faults = { ...faults, after: undefined };
    await after.run();
  };
  const answerRpc = async (body: unknown): Promise<unknown> => {
    const { id, method, params } = v.parse(rpcRequest, body);
    try {
      const call = rpc[method];
      if (!call) throw new RpcError('the method does not exist/is not available');
      const result = await call(params);
      await runAfter(method);
      return { jsonrpc: '2.0', id, result };
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return { jsonrpc: '2.0', id, error: { code: -32_000, message: error.message } };
    }
  };
  const answerHttp = async (path: string, body: unknown): Promise<unknown> => {
    const answer = await http[path]?.(body);
    await runAfter(path);
    return answer;
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (faults.isDown === true) return void request.socket.destroy();
    const body: unknown = await json(request);
    const path = request.url ?? '';
    response.setHeader('content-type', 'application/json');
    if (faults.isFailing === true)
      return void response.end(JSON.stringify({ Error: 'class java.lang.Exception : null' }));
    const answer = path === '/jsonrpc' ? await answerRpc(body) : await answerHttp(path, body);
    if (answer === undefined) response.statusCode = 404;
    response.end(JSON.stringify(answer ?? {}));
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    /** Replaces all faults. */
    set(next: TronFaults): void {
      faults = next;
    },
    /** Ends all faults, and empties the cache of broadcast transactions. */
    restart(): void {
      faults = {};
      seen.clear();
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
