/** A token transfer that a block includes. */
export interface ChainTransfer {
  networkId: number;
  hash: string;
  logIndex: number;
  /** Sending address; empty if the network does not report it. */
  sender: string;
  /** Receiving address. */
  address: string;
  /** Only on networks that have memos. */
  memo?: string | undefined;
  currency: string;
  /** Minor units at the ledger's scale. */
  amount: bigint;
  block: ChainBlock;
}

/** A block. At most one block of each height is canonical. */
export interface ChainBlock {
  height: bigint;
  hash: string;
}

/** A transfer as it was recorded. `block` is absent for deposits recorded before blocks were stored. */
export interface RecordedTransfer extends Pick<ChainTransfer, 'hash' | 'logIndex' | 'address' | 'currency' | 'amount'> {
  block?: ChainBlock;
  /**
   * Whether the transfer was credited. Until then, every source must return the transfer itself and not only its block.
   */
  isCredited: boolean;
}

/**
 * Current state of a recorded transfer. `confirmations` counts the blocks from `block` or `by` to the head, both
 * included.
 */
export type TransferState =
  | { state: 'included'; block: ChainBlock; confirmations: number }
  /**
   * Proof that the chain lacks the transfer: another block is at its height, or its block has the transaction without
   * the transfer.
   */
  | { state: 'replaced'; by: ChainBlock; confirmations: number }
  /** The source can prove neither: it lags behind, or has the block but does not know the transaction. */
  | { state: 'unknown' };

/** States of several transfers, all read at the same head. */
export interface ChainView {
  head: ChainBlock;
  /** In the order of the requested transfers. */
  states: TransferState[];
  /** Set if sources contradict each other or one does not answer. Then the caller must neither credit nor reverse. */
  withheldReason?: 'sources-disagree' | 'source-unavailable';
}

/** The address, and on some networks the memo, to which a customer sends deposits. */
export interface DepositTarget {
  address: string;
  /** Set if customers share the address. */
  memo?: string;
}

/** The settings list too few deposit addresses for a network whose addresses are not derived from a key. */
export class DepositAddressesExhausted extends Error {
  override readonly name = 'DepositAddressesExhausted';
}

export interface ChainPort {
  /**
   * A customer's deposit address.
   *
   * @param keyIndex index of the customer's key, from 1
   * @throws DepositAddressesExhausted
   */
  depositTarget(networkId: number, keyIndex: bigint): Promise<DepositTarget>;
  /** Whether an account declares that transfers to it need a memo (SEP-29). Transfers without a memo would be lost. */
  needsMemo(networkId: number, address: string): Promise<boolean>;
  /**
   * Reads transfers after a cursor. Every call reads recent blocks again. If the block at the cursor was reorganised
   * away, it reads as many blocks again as the network's finality depth. So a transfer can be returned several times.
   * The result can include transfers to addresses that are not ours.
   *
   * @param addresses customers' deposit addresses; some networks can only read the transfers of listed addresses
   * @param hash hash of the block at the cursor, as returned by the previous call
   * @returns the transfers, and the cursor and hash for the next call
   */
  transfersSince(
    networkId: number,
    cursor: bigint,
    addresses: readonly string[],
    hash?: string,
  ): Promise<{ transfers: ChainTransfer[]; cursor: bigint; hash?: string }>;
  /** Transfers of one transaction, whether they were recorded before or not. */
  transfersOf(networkId: number, hash: string): Promise<ChainTransfer[]>;
  /**
   * Reads the current state of recorded transfers from every source of a network.
   *
   * @throws if no source answers
   */
  inspect(networkId: number, transfers: readonly RecordedTransfer[]): Promise<ChainView>;
  /**
   * Our balances on a network at a cursor: at customers' deposit addresses and at the payout address.
   *
   * @param addresses customers' deposit addresses
   * @returns minor units at ledger scale by currency; undefined if the adapter can't read them
   */
  holdingsAt(
    networkId: number,
    cursor: bigint,
    addresses: readonly string[],
  ): Promise<ReadonlyMap<string, bigint> | undefined>;
  /**
   * Current total supply of a currency on a network.
   *
   * @returns minor units at ledger scale; undefined if the adapter can't read it, or the network has no token of the
   *   currency
   */
  supply(networkId: number, currency: string): Promise<bigint | undefined>;
}
