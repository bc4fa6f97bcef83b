import { maxOf, minOf } from '@wusd/server-kit/bigints';
import pLimit from 'p-limit';
import type { ChainBlock, ChainTransfer, ChainView, RecordedTransfer, TransferState } from '../chain-port.ts';
import { confirmationsOf, included, isSame, unknown } from '../sources/transfer-states.ts';
import type { Horizon } from './horizon.ts';
import { type HorizonTransaction, isPayment } from './schemas.ts';
import type { StellarSettings } from './settings.ts';
import { ledgerOf, pagingToken, type PendingTransfer, transferOf } from './transfers.ts';

/**
 * Ledgers that every scan reads again. Closed ledgers do not change, but the servers behind one URL can be some ledgers
 * apart: one server returns the latest ledger, and another returns the payments.
 */
const overlap = 32n;
/** Maximum pages of an account in one scan, unless a single ledger has more. */
const maxPages = 20;
const concurrentReads = 4;

/** Reads transfers from one Horizon server. */
export function createStellarSource(settings: StellarSettings, horizon: Horizon) {
  const { startBlock } = settings;

  const blockAt = async (height: bigint): Promise<ChainBlock | undefined> => {
    const ledger = await horizon.ledger(height);
    return ledger && { height, hash: ledger.hash };
  };

  const withBlocks = async (transfers: readonly PendingTransfer[]): Promise<ChainTransfer[]> => {
    const limit = pLimit(concurrentReads);
    const ledgers = [...new Set(transfers.map(({ ledger }) => ledger))];
    const blocks = new Map(
      await Promise.all(ledgers.map((ledger) => limit(async () => [ledger, await blockAt(ledger)] as const))),
    );
    return transfers.map(({ ledger, ...transfer }) => {
      const block = blocks.get(ledger);
      if (!block) throw new Error(`The node lists payments of ledger ${ledger} and does not have it`);
      return { ...transfer, block };
    });
  };

  /** Transfers to an account in a range of ledgers, and the last ledger that was read completely. */
  const transfersTo = async (account: string, from: bigint, to: bigint, unread: bigint) => {
    const transfers: PendingTransfer[] = [];
    let token = pagingToken(from);
    for (let pages = 1; ; pages += 1) {
      const operations = await horizon.paymentsOf(account, token);
      const found = operations.filter(isPayment).flatMap((each) => transferOf(settings, each) ?? []);
      // Horizon also lists payments that the account sends.
      transfers.push(...found.filter(({ address, ledger }) => address === account && ledger <= to));
      const last = operations.at(-1)?.id;
      // Only an empty page is the last page: a provider may return fewer records than the requested limit.
      if (last === undefined || ledgerOf(last) > to) return { transfers, through: to };
      if (last <= token) throw new Error('Horizon does not list payments in order');
      token = last;
      const through = ledgerOf(last) - 1n;
      // The ledger of the last payment may continue on the next page.
      if (pages >= maxPages && through >= unread)
        return { transfers: transfers.filter(({ ledger }) => ledger <= through), through };
    }
  };

  const transfersIn = async (transaction: HorizonTransaction): Promise<ChainTransfer[]> => {
    if (!transaction.successful) return [];
    const operations = await horizon.paymentsIn(transaction);
    return withBlocks(operations.filter(isPayment).flatMap((each) => transferOf(settings, each) ?? []));
  };

  const transfersOf = async (hash: string): Promise<ChainTransfer[]> => {
    if (!/^[0-9a-f]{64}$/.test(hash)) return [];
    const transaction = await horizon.transaction(hash);
    return transaction ? transfersIn(transaction) : [];
  };

  /** State of the transfer according to its transaction; undefined if the transaction does not include the transfer. */
  const stateIn = async (
    transaction: HorizonTransaction,
    head: ChainBlock,
    transfer: RecordedTransfer,
  ): Promise<TransferState | undefined> => {
    if (transaction.ledger > head.height) return unknown;
    const found = (await transfersIn(transaction)).find(
      (each) => each.hash === transfer.hash && isSame(each, transfer),
    );
    return found && included(head, found.block);
  };

  const stateOf = async (
    head: ChainBlock,
    transfer: RecordedTransfer,
    canonicalAt: (height: bigint) => Promise<ChainBlock | undefined>,
  ): Promise<TransferState> => {
    const { block: recorded, hash } = transfer;
    const canonical = recorded && recorded.height <= head.height ? await canonicalAt(recorded.height) : undefined;
    if (recorded && !canonical) return unknown;
    const isCanonical = canonical !== undefined && canonical.hash === recorded?.hash;
    // A ledger's hash commits to its transactions, and the transfer was read from this ledger before it was credited.
    if (isCanonical && transfer.isCredited) return included(head, canonical);
    const transaction = await horizon.transaction(hash);
    const state = transaction && (await stateIn(transaction, head, transfer));
    if (state) return state;
    // If the node has the recorded ledger but not the transaction, its history may have a gap.
    if (!canonical || (!transaction && isCanonical)) return unknown;
    return { state: 'replaced', by: canonical, confirmations: confirmationsOf(head, canonical) };
  };

  return {
    /**
     * See `ChainPort.transfersSince`. The hash of the ledger at the cursor is not needed, because every scan reads more
     * ledgers again than Stellar could revert.
     *
     * @param accounts accounts that receive deposits
     * @throws Error if the node's history begins after the cursor
     */
    async transfersSince(cursor: bigint, accounts: readonly string[], hash: string | undefined) {
      const { latest, elder } = await horizon.root();
      const unread = maxOf(cursor + 1n, startBlock);
      if (latest < unread) return { transfers: [], cursor, ...(hash !== undefined && { hash }) };
      // Horizon would silently start at its first ledger and skip payments.
      if (elder > unread) throw new Error(`The node's history begins at ledger ${elder}, after ledger ${unread}`);
      const from = maxOf(unread - overlap, startBlock);
      const reads = [];
      for (const account of accounts) reads.push(await transfersTo(account, maxOf(from, elder), latest, unread));
      const through = minOf(latest, ...reads.map((each) => each.through));
      const head = await blockAt(through);
      if (!head) throw new Error(`The node does not have ledger ${through}`);
      const transfers = reads.flatMap((each) => each.transfers).filter(({ ledger }) => ledger <= through);
      return { transfers: await withBlocks(transfers), cursor: through, hash: head.hash };
    },

    transfersOf,

    /** See `ChainPort.inspect`. Queries this server only. */
    async inspect(transfers: readonly RecordedTransfer[]): Promise<ChainView> {
      const { latest } = await horizon.root();
      const head = await blockAt(latest);
      if (!head) throw new Error(`The node does not have ledger ${latest}, which it calls its latest`);
      const blocks = new Map<bigint, Promise<ChainBlock | undefined>>();
      const canonicalAt = (height: bigint): Promise<ChainBlock | undefined> => {
        const pending = blocks.get(height) ?? blockAt(height);
        blocks.set(height, pending);
        return pending;
      };
      const limit = pLimit(concurrentReads);
      const states = await Promise.all(transfers.map((each) => limit(() => stateOf(head, each, canonicalAt))));
      return { head, states };
    },
  };
}
