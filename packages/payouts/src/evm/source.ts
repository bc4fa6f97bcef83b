import { maxOf, minOf } from '@wusd/server-kit/bigints';
import {
  type Hex,
  parseEventLogs,
  type PublicClient,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem';
import type { ChainBlock, ChainTransfer, ChainView, RecordedTransfer, TransferState } from '../chain-port.ts';
import { blockOf, confirmationsOf, included, isSame, unknown } from '../sources/transfer-states.ts';
import { createLogReader, maxBlocks } from './logs.ts';
import type { NetworkId } from '@wusd/server-kit/registry/networks';
import { finalityDepth } from '../finality.ts';
import type { EvmNetwork } from './settings.ts';
import { blockHashAt, createNodeClient, erc20, finalizedHeight } from './tokens.ts';
import { toLedgerUnits } from '../token-units.ts';
import { hexOf } from './hex.ts';

/** Maximum log requests for new blocks in one scan. */
const scanRequests = 20n;
/** Minimum number of blocks that every scan reads again: log indexes of providers lag behind their heads. */
const leastOverlap = 32n;

/** Attempts to read a view whose head is not reorganised away during the read. */
const inspectionAttempts = 3;

/** One RPC endpoint of a network. */
export type EvmSource = ReturnType<typeof createEvmSource>;

/**
 * Reads one RPC endpoint of a network.
 *
 * @param endpoint URL of the JSON-RPC endpoint, or its client
 */
export function createEvmSource(
  network: Pick<EvmNetwork, 'chainId' | 'tokens' | 'startBlock' | 'finalBlocks' | 'finalizedTag'> & {
    networkId: NetworkId;
  },
  endpoint: string | (() => Promise<PublicClient>),
) {
  const { networkId, tokens } = network;
  const node = typeof endpoint === 'string' ? createNodeClient({ ...network, url: endpoint }) : endpoint;
  const currencyAt = new Map(
    Object.entries(tokens).map(([currency, { address }]) => [address.toLowerCase(), currency]),
  );
  const reader = createLogReader(Object.values(tokens).map(({ address }) => address));
  const [startBlock, finalBlocks] = [BigInt(network.startBlock), BigInt(network.finalBlocks)];

  const transfersIn = (logs: TransactionReceipt['logs']): ChainTransfer[] =>
    parseEventLogs({ abi: erc20, eventName: 'Transfer', logs }).flatMap((log) => {
      const currency = currencyAt.get(log.address.toLowerCase());
      const token = tokens[currency ?? ''];
      // Anybody can transfer zero tokens in another's name, to plant a lookalike address in a history (address
      // poisoning).
      if (currency === undefined || !token || log.args.value === 0n) return [];
      const { transactionHash: hash, logIndex, args } = log;
      const block = { height: log.blockNumber, hash: log.blockHash };
      const amount = toLedgerUnits(currency, token, args.value);
      return [{ networkId, hash, logIndex, sender: args.from, address: args.to, currency, amount, block }];
    });

  const receiptOf = (client: PublicClient, hash: string): Promise<TransactionReceipt | undefined> =>
    client.getTransactionReceipt({ hash: hexOf(hash) }).catch((error: unknown) => {
      if (error instanceof TransactionReceiptNotFoundError) return undefined;
      throw error;
    });

  /** Searches the event logs too, because a missing receipt may be a gap in the node's receipt index. */
  const hasLogOf = async (client: PublicClient, { address, hash }: RecordedTransfer, height: bigint, head: bigint) => {
    const logs = await reader.logs(client, maxOf(height - finalBlocks, startBlock), head, [hexOf(address)]);
    return logs.some(({ transactionHash }) => transactionHash === hash);
  };

  /** State of the transfer according to the receipt; undefined if the transaction no longer includes the transfer. */
  const stateByReceipt = async (
    { blockNumber: height, blockHash, status, logs }: TransactionReceipt,
    head: ChainBlock,
    transfer: RecordedTransfer,
    canonicalAt: (height: bigint) => Promise<string | undefined>,
  ): Promise<TransferState | undefined> => {
    if (height > head.height || (await canonicalAt(height)) !== blockHash) return unknown;
    const hasTransfer = status === 'success' && transfersIn(logs).some((each) => isSame(each, transfer));
    return hasTransfer ? included(head, { height, hash: blockHash }) : undefined;
  };

  /**
   * Whether a missing receipt is a gap in the node's index: the recorded block is canonical, or a log names the
   * transaction.
   */
  const isGap = async (
    client: PublicClient,
    transfer: RecordedTransfer,
    recorded: ChainBlock,
    canonical: ChainBlock,
    head: ChainBlock,
  ): Promise<boolean> => canonical.hash === recorded.hash || hasLogOf(client, transfer, recorded.height, head.height);

  const stateOf = async (
    client: PublicClient,
    head: ChainBlock,
    transfer: RecordedTransfer,
    canonicalAt: (height: bigint) => Promise<string | undefined>,
  ): Promise<TransferState> => {
    const { block: recorded, hash } = transfer;
    const canonicalHash = recorded && recorded.height <= head.height ? await canonicalAt(recorded.height) : undefined;
    if (recorded && canonicalHash === undefined) return unknown;
    // A block hash commits to its transactions, and the transfer was read from this block before it was credited.
    if (recorded && transfer.isCredited && canonicalHash === recorded.hash) return included(head, recorded);
    const receipt = await receiptOf(client, hash);
    const state = receipt && (await stateByReceipt(receipt, head, transfer, canonicalAt));
    if (state) return state;
    if (!recorded || canonicalHash === undefined) return unknown;
    const by = { height: recorded.height, hash: canonicalHash };
    if (!receipt && (await isGap(client, transfer, recorded, by, head))) return unknown;
    return { state: 'replaced', by, confirmations: confirmationsOf(head, by) };
  };

  const depth = Math.min(Number(finalBlocks), finalityDepth(networkId));
  /** Limits confirmations to one below the finality depth while the block is above the final block. */
  const untilFinal = (state: TransferState, finalized: bigint): TransferState =>
    state.state === 'unknown' || blockOf(state).height <= finalized
      ? state
      : { ...state, confirmations: Math.min(state.confirmations, Math.max(depth - 1, 1)) };

  const viewOf = async (client: PublicClient, transfers: readonly RecordedTransfer[]): Promise<ChainView> => {
    const { number: height, hash } = await client.getBlock({ blockTag: 'latest' });
    const head = { height, hash };
    const hashes = new Map<bigint, Promise<string | undefined>>();
    const canonicalAt = (at: bigint): Promise<string | undefined> => {
      const pending = hashes.get(at) ?? blockHashAt(client, at);
      hashes.set(at, pending);
      return pending;
    };
    const states = await Promise.all(transfers.map((each) => stateOf(client, head, each, canonicalAt)));
    if (network.finalizedTag !== true) return { head, states };
    const finalized = await finalizedHeight(client);
    return { head, states: states.map((state) => untilFinal(state, finalized)) };
  };

  return {
    client: node,

    /** See `ChainPort.transfersSince`. */
    async transfersSince(cursor: bigint, hash: string | undefined, recipients: readonly Hex[]) {
      const client = await node();
      const head = await client.getBlock({ blockTag: 'latest' });
      const isRead = cursor === head.number && head.hash === hash;
      // A head below the cursor means that the source lags behind.
      if (isRead || cursor > head.number) return { transfers: [], cursor, ...(hash !== undefined && { hash }) };
      const isSameChain = hash !== undefined && (await blockHashAt(client, cursor)) === hash;
      const newBlocks = minOf(reader.blocks() * scanRequests, maxBlocks);
      const toBlock = minOf(maxOf(cursor, startBlock) + newBlocks, head.number);
      const toHash = toBlock === head.number ? head.hash : await blockHashAt(client, toBlock);
      // A quarter of the finality depth covers the duration of a scan, during which a customer may receive a new
      // address.
      const overlap = minOf(maxOf(leastOverlap, finalBlocks / 4n), finalBlocks);
      const depth = isSameChain ? overlap : finalBlocks;
      const logs = await reader.logs(client, maxOf(cursor - depth, startBlock), toBlock, recipients);
      return {
        transfers: transfersIn(logs),
        cursor: maxOf(cursor, toBlock),
        ...(toHash !== undefined && { hash: toHash }),
      };
    },

    async transfersOf(hash: string): Promise<ChainTransfer[]> {
      const receipt = await receiptOf(await node(), hash);
      return receipt?.status === 'success' ? transfersIn(receipt.logs) : [];
    },

    /** See `ChainPort.inspect`. Queries this endpoint only. */
    async inspect(transfers: readonly RecordedTransfer[]): Promise<ChainView> {
      const client = await node();
      for (let attempt = 0; attempt < inspectionAttempts; attempt += 1) {
        const view = await viewOf(client, transfers);
        // If the head is no longer canonical, the states may mix two branches.
        if ((await blockHashAt(client, view.head.height)) === view.head.hash) return view;
      }
      throw new Error(`Network ${networkId} reorganised during each of ${inspectionAttempts} inspections`);
    },
  };
}
