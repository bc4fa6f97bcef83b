import { maxOf } from '@wusd/server-kit/bigints';
import { type Address, address } from '@solana/kit';
import pLimit from 'p-limit';
import type { ChainBlock, ChainTransfer, ChainView, RecordedTransfer, TransferState } from '../chain-port.ts';
import { confirmationsOf, included, isSame, unknown } from '../sources/transfer-states.ts';
import { associatedTokenAccount } from './accounts.ts';
import type { SolanaNode } from './node.ts';
import type { SolanaSettings } from './settings.ts';
import { type SolanaTransaction, transfersIn } from './transfers.ts';

/**
 * Slots that every scan reads again (about one minute), because signature indexes of providers lag behind their heads.
 */
const overlap = 150n;
/** Number of slots below the head in which an inspection searches for a block. */
const headDistance = 8n;
/** Maximum concurrent requests to a node. */
const concurrency = 8;
/** Maximum signatures that nodes return in one response. */
const defaultPageSize = 1000;

type BlockHashAt = (slot: bigint) => Promise<string | undefined>;

/** Reads transfers from one node. All reads use the commitment `finalized`, so a height is a finalized slot. */
export function createSolanaSource(
  { tokens, startBlock }: SolanaSettings,
  node: SolanaNode,
  pageSize = defaultPageSize,
) {
  const limit = pLimit(concurrency);
  const accounts = new Map<string, Promise<Address>>();
  /** Cached: deriving an account takes many hashes, and every scan needs all accounts. */
  const accountOf = (owner: string, mint: Address): Promise<Address> => {
    const key = `${owner}:${mint}`;
    const account = accounts.get(key) ?? associatedTokenAccount(address(owner), mint);
    accounts.set(key, account);
    return account;
  };

  const createBlockHashes = (): BlockHashAt => {
    const hashes = new Map<bigint, Promise<string | undefined>>();
    return (slot) => {
      const pending = hashes.get(slot) ?? limit(() => node.blockHashAt(slot));
      hashes.set(slot, pending);
      return pending;
    };
  };

  /** Signatures of successful transactions that reference an address, in a range of slots. */
  const signaturesBetween = async (of: string, from: bigint, to: bigint): Promise<string[]> => {
    const found: string[] = [];
    let before: string | undefined;
    for (;;) {
      const options = { before, limit: pageSize, minContextSlot: to };
      const page = await limit(() => node.signaturesOf(address(of), options));
      const entries = page.filter(({ slot, err, confirmationStatus }) => {
        const isFinal = (confirmationStatus ?? 'finalized') === 'finalized';
        return err === null && isFinal && slot >= from && slot <= to;
      });
      found.push(...entries.map(({ signature }) => signature));
      const oldest = page.at(-1);
      if (!oldest || page.length < pageSize || oldest.slot < from) return found;
      if (oldest.signature === before) throw new Error(`${node.name} repeats a page of signatures`);
      before = oldest.signature;
    }
  };

  const transfersOf = async (signature: string, blockHashAt: BlockHashAt): Promise<ChainTransfer[] | undefined> => {
    const transaction = await limit(() => node.transaction(signature));
    if (!transaction) return undefined;
    const hash = await blockHashAt(transaction.slot);
    return hash === undefined ? undefined : transfersIn(tokens, transaction, hash);
  };

  /** State of the transfer if the node returns a transaction that includes it; undefined otherwise. */
  const stateByTransaction = async (
    transaction: SolanaTransaction,
    head: ChainBlock,
    transfer: RecordedTransfer,
    blockHashAt: BlockHashAt,
  ): Promise<TransferState | undefined> => {
    const { slot: height } = transaction;
    const hash = height <= head.height ? await blockHashAt(height) : undefined;
    if (hash === undefined) return unknown;
    const transfers = await transfersIn(tokens, transaction, hash);
    return transfers.some((each) => isSame(each, transfer)) ? included(head, { height, hash }) : undefined;
  };

  const stateOf = async (
    head: ChainBlock,
    transfer: RecordedTransfer,
    blockHashAt: BlockHashAt,
  ): Promise<TransferState> => {
    const { block: recorded, hash } = transfer;
    const finalHash = recorded && recorded.height <= head.height ? await blockHashAt(recorded.height) : undefined;
    // The node lags behind or lacks this block. A skipped slot looks the same.
    if (recorded && finalHash === undefined) return unknown;
    // A block hash commits to its transactions, and the transfer was read from this block before it was credited.
    if (recorded && transfer.isCredited && finalHash === recorded.hash) return included(head, recorded);
    const transaction = await limit(() => node.transaction(hash));
    const state = transaction && (await stateByTransaction(transaction, head, transfer, blockHashAt));
    if (state) return state;
    if (!recorded || finalHash === undefined) return unknown;
    // If the node has the block but not the transaction, its index has a gap.
    if (!transaction && finalHash === recorded.hash) return unknown;
    const by = { height: recorded.height, hash: finalHash };
    return { state: 'replaced', by, confirmations: confirmationsOf(head, by) };
  };

  /** The newest finalized block that the node returns. It can be a few slots older than the head. */
  const newestBlock = async (blockHashAt: BlockHashAt): Promise<ChainBlock> => {
    const newest = await node.head('finalized');
    for (let height = newest; height > newest - headDistance && height >= 0n; height -= 1n) {
      const hash = await blockHashAt(height);
      if (hash !== undefined) return { height, hash };
    }
    throw new Error(`${node.name} does not return the block of its head`);
  };

  return {
    /**
     * See `ChainPort.transfersSince`. The hash of the cursor's block is not needed, because finalized blocks do not
     * reorganise.
     */
    async transfersSince(cursor: bigint, addresses: readonly string[]) {
      const head = await node.head('finalized');
      if (head <= cursor) return { transfers: [], cursor };
      const from = maxOf(cursor - overlap, BigInt(startBlock));
      const ours = await Promise.all(
        Object.values(tokens).flatMap(({ mint }) => addresses.map((owner) => accountOf(owner, mint))),
      );
      const signatures = await Promise.all(ours.map((account) => signaturesBetween(account, from, head)));
      const blockHashAt = createBlockHashes();
      const transfers = await Promise.all(
        [...new Set(signatures.flat())].map(async (signature) => {
          const found = await transfersOf(signature, blockHashAt);
          // Without this error the cursor would skip the transfers.
          if (!found)
            throw new Error(`${node.name} lists transaction ${signature}, but does not return it or its block`);
          return found;
        }),
      );
      const isOlder = (one: ChainTransfer, other: ChainTransfer): number =>
        Number(one.block.height - other.block.height);
      return { transfers: transfers.flat().toSorted(isOlder), cursor: head };
    },

    async transfersOf(signature: string): Promise<ChainTransfer[]> {
      return (await transfersOf(signature, createBlockHashes())) ?? [];
    },

    /** See `ChainPort.inspect`. Queries this node only. */
    async inspect(transfers: readonly RecordedTransfer[]): Promise<ChainView> {
      const blockHashAt = createBlockHashes();
      const head = await newestBlock(blockHashAt);
      return { head, states: await Promise.all(transfers.map((each) => stateOf(head, each, blockHashAt))) };
    },
  };
}
