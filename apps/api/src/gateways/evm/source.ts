import { parseEventLogs, type PublicClient, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem';
import type { ChainBlock, ChainTransfer, ChainView, RecordedTransfer, TransferState } from '../chain-port.ts';
import type { EvmNetwork } from './settings.ts';
import { createNodeClient, erc20, blockHashAt, toLedgerUnits } from './tokens.ts';
import { hexOf } from './hex.ts';

/** Blocks in one request for logs: providers refuse more, or answer slowly. */
const span = 1000n;
/** Blocks that are read again although no reorganisation is known: log indexes of providers trail their heads. */
const overlap = 32n;

/** How often a view is taken anew when its head was reorganised away meanwhile. */
const inspectionAttempts = 3;

const unknown: TransferState = { state: 'unknown' };
const lower = (one: bigint, other: bigint): bigint => (one < other ? one : other);
const higher = (one: bigint, other: bigint): bigint => (one > other ? one : other);

const isSame = (one: ChainTransfer, other: RecordedTransfer): boolean =>
  one.logIndex === other.logIndex &&
  one.address === other.address &&
  one.currency === other.currency &&
  one.amount === other.amount;

const confirmationsOf = (head: ChainBlock, { height }: ChainBlock): number => Number(head.height - height) + 1;
const included = (head: ChainBlock, block: ChainBlock): TransferState => ({
  state: 'included',
  block,
  confirmations: confirmationsOf(head, block),
});

/** One RPC endpoint of a network. */
export type EvmSource = ReturnType<typeof createEvmSource>;

/** Reads one RPC endpoint of a network. @param url of its JSON-RPC */
export function createEvmSource(network: EvmNetwork, url: string) {
  const { networkId, tokens } = network;
  const node = createNodeClient({ ...network, url });
  const currencyAt = new Map(
    Object.entries(tokens).map(([currency, { address }]) => [address.toLowerCase(), currency]),
  );
  const addresses = Object.values(tokens).map(({ address }) => address);
  const [startBlock, finalBlocks] = [BigInt(network.startBlock), BigInt(network.finalBlocks)];

  const transfersIn = (logs: TransactionReceipt['logs']): ChainTransfer[] =>
    parseEventLogs({ abi: erc20, eventName: 'Transfer', logs }).flatMap((log) => {
      const currency = currencyAt.get(log.address.toLowerCase());
      const token = tokens[currency ?? ''];
      // Lookalike addresses get into histories by transfers of nothing, which anybody can send in anybody's name.
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

  /** A second index beside the receipts: absence in one may be a gap in it. */
  const hasLogOf = async (client: PublicClient, transfer: RecordedTransfer, height: bigint, head: bigint) => {
    for (let from = higher(height - finalBlocks, startBlock); from <= head; from += span + 1n) {
      const logs = await client.getLogs({
        event: erc20[0],
        args: { to: hexOf(transfer.address) },
        address: addresses,
        fromBlock: from,
        toBlock: lower(from + span, head),
      });
      if (logs.some(({ transactionHash }) => transactionHash === transfer.hash)) return true;
    }
    return false;
  };

  /** Undefined where a block of the chain has the transaction, but not this transfer. */
  const stateByReceipt = async (
    { blockNumber: height, blockHash, status, logs }: TransactionReceipt,
    head: ChainBlock,
    transfer: RecordedTransfer,
    canonicalAt: (height: bigint) => Promise<string | undefined>,
  ): Promise<TransferState | undefined> => {
    if (height > head.height || (await canonicalAt(height)) !== blockHash) return unknown;
    const isThere = status === 'success' && transfersIn(logs).some((each) => isSame(each, transfer));
    return isThere ? included(head, { height, hash: blockHash }) : undefined;
  };

  /** Whether a transaction without a receipt may be in the chain all the same: its block stands, or a log names it. */
  const isGap = async (
    client: PublicClient,
    transfer: RecordedTransfer,
    recorded: ChainBlock,
    standing: ChainBlock,
    head: ChainBlock,
  ): Promise<boolean> => standing.hash === recorded.hash || hasLogOf(client, transfer, recorded.height, head.height);

  const stateOf = async (
    client: PublicClient,
    head: ChainBlock,
    transfer: RecordedTransfer,
    canonicalAt: (height: bigint) => Promise<string | undefined>,
  ): Promise<TransferState> => {
    const { block: recorded, hash } = transfer;
    const standing = recorded && recorded.height <= head.height ? await canonicalAt(recorded.height) : undefined;
    if (recorded && standing === undefined) return unknown;
    // A block's hash commits to its transactions, as far as the transfer was seen in it.
    if (recorded && transfer.isCredited && standing === recorded.hash) return included(head, recorded);
    const receipt = await receiptOf(client, hash);
    const shown = receipt && (await stateByReceipt(receipt, head, transfer, canonicalAt));
    if (shown) return shown;
    if (!recorded || standing === undefined) return unknown;
    const by = { height: recorded.height, hash: standing };
    if (!receipt && (await isGap(client, transfer, recorded, by, head))) return unknown;
    return { state: 'replaced', by, confirmations: confirmationsOf(head, by) };
  };

  const viewOf = async (client: PublicClient, transfers: readonly RecordedTransfer[]): Promise<ChainView> => {
    const { number: height, hash } = await client.getBlock({ blockTag: 'latest' });
    const head = { height, hash };
    const asked = new Map<bigint, Promise<string | undefined>>();
    const canonicalAt = (at: bigint): Promise<string | undefined> => {
      const answer = asked.get(at) ?? blockHashAt(client, at);
      asked.set(at, answer);
      return answer;
    };
    return { head, states: await Promise.all(transfers.map((each) => stateOf(client, head, each, canonicalAt))) };
  };

  return {
    client: node,

    /** As `ChainPort.transfersSince`. */
    async transfersSince(cursor: bigint, hash: string | undefined) {
      const client = await node();
      const head = await client.getBlock({ blockTag: 'latest' });
      const isRead = cursor === head.number && head.hash === hash;
      // A head below what was read is a source that is behind.
      if (isRead || cursor > head.number) return { transfers: [], cursor, ...(hash !== undefined && { hash }) };
      const isSameChain = hash !== undefined && (await blockHashAt(client, cursor)) === hash;
      const toBlock = lower(higher(cursor, startBlock) + span, head.number);
      const toHash = toBlock === head.number ? head.hash : await blockHashAt(client, toBlock);
      const depth = isSameChain ? lower(overlap, finalBlocks) : finalBlocks;
      const transfers: ChainTransfer[] = [];
      for (let from = higher(cursor - depth, startBlock); from <= toBlock; from += span + 1n) {
        const range = { fromBlock: from, toBlock: lower(from + span, toBlock) };
        const logs = await client.getLogs({ event: erc20[0], address: addresses, ...range });
        transfers.push(...transfersIn(logs));
      }
      return { transfers, cursor: higher(cursor, toBlock), ...(toHash !== undefined && { hash: toHash }) };
    },

    async transfersOf(hash: string): Promise<ChainTransfer[]> {
      const receipt = await receiptOf(await node(), hash);
      return receipt?.status === 'success' ? transfersIn(receipt.logs) : [];
    },

    /** As `ChainPort.inspect`, of this endpoint alone. */
    async inspect(transfers: readonly RecordedTransfer[]): Promise<ChainView> {
      const client = await node();
      for (let attempt = 0; attempt < inspectionAttempts; attempt += 1) {
        const view = await viewOf(client, transfers);
        // Answers from two branches would count confirmations from a head that is gone.
        if ((await blockHashAt(client, view.head.height)) === view.head.hash) return view;
      }
      throw new Error(`Network ${networkId} reorganised during each of ${inspectionAttempts} inspections`);
    },
  };
}
