import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface RpcRequest {
  id: number;
  method: string;
  params: unknown[];
}
interface Log {
  blockNumber: string;
  blockHash: string;
  transactionHash: string;
  data: string;
}

/** Misbehaviour of a node; an empty object passes everything through. */
export interface Faults {
  /** Answers as if no block above this height existed. */
  head?: bigint;
  /** Knows no transaction with one of these hashes. */
  hidden?: readonly string[];
  /** Reports other hashes for blocks from this height on. */
  forgedFrom?: bigint;
  /** Multiplies the amounts of transfers. */
  factor?: bigint;
  /** Runs once, between the node's answer to the first call of this method and the moment at which the caller gets it. */
  after?: { method: string; run(): Promise<unknown> } | undefined;
  /** Drops connections. */
  isDown?: boolean;
}

const hex = (height: bigint): string => `0x${height.toString(16)}`;

/**
 * A test double of an RPC provider: forwards JSON-RPC to a real node and distorts its answers.
 *
 * @param target URL of the real node
 */
export async function startRpcDouble(target: string) {
  let faults: Faults = {};
  const forge = (height: string, hash: string): string =>
    faults.forgedFrom !== undefined && BigInt(height) >= faults.forgedFrom ? `0xbad${hash.slice(5)}` : hash;
  const isAbove = (height: string): boolean => faults.head !== undefined && BigInt(height) > faults.head;
  const isHidden = (hash: string): boolean => faults.hidden?.includes(hash) === true;
  const visible = (log: Log): boolean => !isAbove(log.blockNumber) && !isHidden(log.transactionHash);
  const rewrite = (log: Log): Log => ({
    ...log,
    blockHash: forge(log.blockNumber, log.blockHash),
    data:
      faults.factor === undefined ? log.data : `0x${(BigInt(log.data) * faults.factor).toString(16).padStart(64, '0')}`,
  });

  const prepare = (call: RpcRequest): RpcRequest => {
    const { head } = faults;
    if (head === undefined) return call;
    if (call.method === 'eth_getBlockByNumber' && call.params[0] === 'latest')
      return { ...call, params: [hex(head), ...call.params.slice(1)] };
    if (call.method !== 'eth_getLogs') return call;
    const [filter] = call.params as [{ fromBlock: string; toBlock: string }];
    return isAbove(filter.toBlock) && !isAbove(filter.fromBlock)
      ? { ...call, params: [{ ...filter, toBlock: hex(head) }] }
      : call;
  };

  const answers: Record<string, (result: never) => unknown> = {
    eth_blockNumber: (result: string) => (isAbove(result) ? hex(faults.head ?? 0n) : result),
    eth_getBlockByNumber: (block: { number: string; hash: string } | null) =>
      block === null || isAbove(block.number) ? null : { ...block, hash: forge(block.number, block.hash) },
    eth_getTransactionReceipt: (receipt: (Log & { logs: Log[] }) | null) =>
      receipt === null || !visible(receipt)
        ? null
        : {
            ...receipt,
            blockHash: forge(receipt.blockNumber, receipt.blockHash),
            logs: receipt.logs.map(rewrite),
          },
    eth_getLogs: (logs: Log[]) => logs.filter(visible).map(rewrite),
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (faults.isDown === true) return void request.socket.destroy();
    const body = (await json(request)) as RpcRequest | RpcRequest[];
    const calls = [body].flat();
    const forwarded = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(calls.map(prepare)),
    });
    const results = (await forwarded.json()) as { id: number; result?: never }[];
    const { after } = faults;
    if (after && calls.some(({ method }) => method === after.method)) {
      faults = { ...faults, after: undefined };
      await after.run();
    }
    const distorted = results.map((each) => {
      const method = calls.find(({ id }) => id === each.id)?.method ?? '';
      const answer = answers[method];
      return answer && 'result' in each ? { ...each, result: answer(each.result as never) } : each;
    });
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(Array.isArray(body) ? distorted : distorted[0]));
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
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
