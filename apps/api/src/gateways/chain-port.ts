/** A transfer of tokens to an address of ours, as soon as a block has it. */
export interface ChainTransfer {
  networkId: number;
  hash: string;
  logIndex: number;
  /** Whose it was; empty where the network does not say. */
  sender: string;
  /** Receiving address, and what its sender wrote beside it where the network has memos. */
  address: string;
  memo?: string | undefined;
  currency: string;
  /** Minor units at the ledger's scale. */
  amount: bigint;
  /** The block that has it. */
  block: ChainBlock;
}

/** A block. Where two have the same height, one of them was reorganised away. */
export interface ChainBlock {
  height: bigint;
  hash: string;
}

/** A transfer as it was recorded. `block` is absent for deposits recorded before blocks were kept. */
export interface RecordedTransfer extends Pick<ChainTransfer, 'hash' | 'logIndex' | 'address' | 'currency' | 'amount'> {
  block?: ChainBlock;
  /** Whether money rests on it already. Until then every source must show the very transfer, and not only its block. */
  isCredited: boolean;
}

/** Where a recorded transfer is now. Confirmations are blocks from the named one to the newest, both counted. */
export type TransferState =
  | { state: 'included'; block: ChainBlock; confirmations: number }
  /** Proof that no block of the chain has the transfer: another one is at its height, or the one there has its transaction without it. */
  | { state: 'replaced'; by: ChainBlock; confirmations: number }
  /** The source can't prove either: it is behind, or does not know a transaction whose block it still has. */
  | { state: 'unknown' };

/** A network's answer about several transfers, as of one head. */
export interface ChainView {
  head: ChainBlock;
  /** In the order asked. */
  states: TransferState[];
  /** Set where sources contradict each other, or one of several does not answer: nothing may be credited or reversed. */
  withheldReason?: 'sources-disagree' | 'source-unavailable';
}

/** Where a customer's deposits go. */
export interface DepositTarget {
  address: string;
  /** Where customers share the address. */
  memo?: string;
}

export interface ChainPort {
  /** The address of a key that follows from ours. @param keyIndex the customer's own */
  depositTarget(networkId: number, keyIndex: bigint): Promise<DepositTarget>;
  /** Whether what is sent to an address is lost without a memo: some accounts say so of themselves (SEP-29). */
  needsMemo(networkId: number, address: string): Promise<boolean>;
  /**
   * Transfers after a cursor, and the cursor to continue from. The last blocks are read again, and as deep as the network's finality where
   * the block at the cursor is not the one that was read: a transfer can be in several answers, and transfers of strangers may be.
   *
   * @param hash of the block at the cursor, as the previous call returned it
   */
  transfersSince(
    networkId: number,
    cursor: bigint,
    hash?: string,
  ): Promise<{ transfers: ChainTransfer[]; cursor: bigint; hash?: string }>;
  /** Transfers to addresses of ours that a transaction made, whether they were seen before or not. */
  transfersOf(networkId: number, hash: string): Promise<ChainTransfer[]>;
  /**
   * Asks every source of a network where recorded transfers are now.
   *
   * @throws where no source answers
   */
  inspect(networkId: number, transfers: readonly RecordedTransfer[]): Promise<ChainView>;
  /**
   * All that we hold on a network as of a place in it, by currency: at our customers' addresses and where payouts leave from.
   *
   * @returns undefined where an adapter can't tell
   */
  holdingsAt(
    networkId: number,
    cursor: bigint,
    addresses: readonly string[],
  ): Promise<ReadonlyMap<string, bigint> | undefined>;
}
