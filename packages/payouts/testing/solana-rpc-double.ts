import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import * as v from 'valibot';
import { listen } from '@wusd/server-kit/testing/loopback';

const rpcRequest = v.looseObject({ method: v.string(), params: v.optional(v.array(v.unknown()), []) });
type RpcRequest = v.InferOutput<typeof rpcRequest>;
const rpcResponse = v.looseObject({ result: v.optional(v.unknown()) });

const block = v.nullish(v.looseObject({ blockhash: v.string() }));
const balance = v.looseObject({ uiTokenAmount: v.looseObject({ amount: v.string() }) });
const transaction = v.nullable(
  v.looseObject({ slot: v.number(), meta: v.looseObject({ postTokenBalances: v.array(balance) }) }),
);
const entries = v.array(v.looseObject({ signature: v.string(), slot: v.number() }));
const statuses = v.looseObject({ value: v.array(v.nullable(v.looseObject({ slot: v.number() }))) });
const account = v.nullable(v.looseObject({ owner: v.string(), data: v.tuple([v.string(), v.string()]) }));
const accounts = v.looseObject({ value: v.array(account) });
type ReportedAccount = v.InferOutput<typeof account>;

/** Misbehaviour of a node; an empty object passes everything through. */
export interface SolanaFaults {
  /** Slots that the node is behind. */
  lag?: number;
  /** Knows no transaction with one of these signatures. */
  hidden?: readonly string[];
  /** Reports that transactions with one of these signatures failed. */
  failed?: readonly string[];
  /** Reports other block hashes at these slots. */
  forkedSlots?: readonly number[];
  /** Has no block at these slots. */
  missingSlots?: readonly number[];
  /** Multiplies the balances after a transaction. */
  factor?: bigint;
  /** Genesis hash that the node reports. */
  genesisHash?: string;
  /** Priority fee of recent blocks in micro-lamports. */
  fee?: number;
  /** Changes accounts by address. */
  accounts?: Readonly<Record<string, (real: ReportedAccount) => ReportedAccount>>;
  /** Runs once, between the node's answer to the first call of this method and the moment at which the caller gets it. */
  after?: { method: string; run(): Promise<unknown> } | undefined;
  /** Drops connections. */
  isDown?: boolean;
}

/**
 * A test double of an RPC provider: forwards JSON-RPC to a real Surfpool and distorts its answers. It also removes
 * `minContextSlot` from `getSignaturesForAddress`, which Surfpool takes for a filter of older transactions.
 *
 * @param target URL of the real node
 */
export async function startSolanaRpcDouble(target: string) {
  let faults: SolanaFaults = {};
  const calls: string[] = [];

  const prepare = ({ method, params, ...rest }: RpcRequest): RpcRequest => {
    const [first, options] = params;
    if (method !== 'getSignaturesForAddress') return { ...rest, method, params };
    const { minContextSlot: _, ...kept } = v.parse(v.looseObject({ minContextSlot: v.optional(v.number()) }), options);
    return { ...rest, method, params: [first, kept] };
  };

  const isHidden = (signature: unknown): boolean => faults.hidden?.some((each) => each === signature) === true;
  /** @param head of the real node at the commitment that is asked for */
  const answers: Record<string, (result: unknown, params: readonly unknown[], head: number) => unknown> = {
    getGenesisHash: (result) => faults.genesisHash ?? result,
    getSlot: (result) => Math.max(0, v.parse(v.number(), result) - (faults.lag ?? 0)),
    getBlock(result, [slot]) {
      const found = v.parse(block, result);
      if (!found || faults.missingSlots?.some((each) => each === slot)) return null;
      const isForked = faults.forkedSlots?.some((each) => each === slot) === true;
      return { ...found, blockhash: isForked ? `Fork${found.blockhash.slice(4)}` : found.blockhash };
    },
    getTransaction(result, [signature], head) {
      const found = v.parse(transaction, result);
      if (!found || isHidden(signature) || found.slot > head) return null;
      const scale = (amount: string): string => (BigInt(amount) * (faults.factor ?? 1n)).toString();
      const postTokenBalances = found.meta.postTokenBalances.map((each) => ({
        ...each,
        uiTokenAmount: { ...each.uiTokenAmount, amount: scale(each.uiTokenAmount.amount) },
      }));
      return { ...found, meta: { ...found.meta, postTokenBalances } };
    },
    getSignaturesForAddress: (result, _, head) =>
      v.parse(entries, result).filter(({ signature, slot }) => !isHidden(signature) && slot <= head),
    getSignatureStatuses(result, [signatures], head) {
      const { value, ...rest } = v.parse(statuses, result);
      const asked = v.parse(v.array(v.string()), signatures);
      const visible = value.map((each, index) => {
        if (isHidden(asked[index]) || !each || each.slot > head) return null;
        return faults.failed?.some((failed) => failed === asked[index]) ? { ...each, err: 'AccountNotFound' } : each;
      });
      return { ...rest, value: visible };
    },
    getMultipleAccounts(result, [addresses]) {
      const { value, ...rest } = v.parse(accounts, result);
      const asked = v.parse(v.array(v.string()), addresses);
      return { ...rest, value: value.map((each, index) => faults.accounts?.[asked[index] ?? '']?.(each) ?? each) };
    },
    getRecentPrioritizationFees: (result) =>
      faults.fee === undefined ? result : [{ slot: 1, prioritizationFee: faults.fee }],
  };

  const forward = async (call: RpcRequest) => {
    const forwarded = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call),
    });
    return v.parse(rpcResponse, await forwarded.json());
  };
  const headAt = async (commitment: string): Promise<number> => {
    const { result } = await forward({ jsonrpc: '2.0', id: 1, method: 'getSlot', params: [{ commitment }] });
    return v.parse(v.number(), result) - (faults.lag ?? 0);
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (faults.isDown === true) return void request.socket.destroy();
    const call = v.parse(rpcRequest, await json(request));
    calls.push(call.method);
    const answered = await forward(prepare(call));
    const { after } = faults;
    if (after?.method === call.method) {
      faults = { ...faults, after: undefined };
      await after.run();
    }
    const answer = answers[call.method];
    const isLagging = (faults.lag ?? 0) > 0;
    const head = isLagging
      ? await headAt(call.method === 'getSignatureStatuses' ? 'processed' : 'finalized')
      : Infinity;
    const body =
      answer && 'result' in answered ? { ...answered, result: answer(answered.result, call.params, head) } : answered;
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    /** Methods that were called, in order. */
    calls,
    /** Replaces all faults. */
    set(next: SolanaFaults): void {
      faults = next;
    },
    /** Adds to the faults. */
    add(next: SolanaFaults): void {
      faults = { ...faults, ...next };
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
