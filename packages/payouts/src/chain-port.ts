/** A token transfer that a block includes. */
export interface ChainTransfer {
  networkId: number;
  hash: string;
  logIndex: number;
  /** Sending address; empty if the network does not name it. */
  sender: string;
  /** Receiving address. */
  address: string;
  /** On networks that have memos. */
  memo?: string | undefined;
  currency: string;
  /** Minor units at the ledger's scale. */
  amount: bigint;
  block: ChainBlock;
}

/** A block. Of several blocks with the same height, one is canonical at most. */
export interface ChainBlock {
  height: bigint;
  hash: string;
}

/** A transfer as it was recorded. `block` is absent for deposits recorded before blocks were stored. */
export interface RecordedTransfer extends Pick<ChainTransfer, 'hash' | 'logIndex' | 'address' | 'currency' | 'amount'> {
  block?: ChainBlock;
  /** Whether it was credited. Until then every source must return the transfer itself, and not only its block. */
  isCredited: boolean;
}

/** Where a recorded transfer is now. Confirmations count the blocks from the named one to the head, both included. */
export type TransferState =
  | { state: 'included'; block: ChainBlock; confirmations: number }
  /**
   * Proof that the chain lacks the transfer: another block is at its height, or its block has the transaction without
   * the transfer.
   */
  | { state: 'replaced'; by: ChainBlock; confirmations: number }
  /** The source can prove neither: it lags behind, or does not know a transaction whose block it still has. */
  | { state: 'unknown' };

/** States of several transfers, as of one head. */
export interface ChainView {
  head: ChainBlock;
  /** In the order of the request. */
  states: TransferState[];
  /** Set if sources contradict each other, or one of them does not answer. Then nothing may be credited or reversed. */
  withheldReason?: 'sources-disagree' | 'source-unavailable';
}

/** Where a customer sends deposits. */
export interface DepositTarget {
  address: string;
  /** Set if customers share the address. */
  memo?: string;
}

/** The settings list too few deposit addresses of a network whose addresses are not derived from a key. */
export class DepositAddressesExhausted extends Error {
  override readonly name = 'DepositAddressesExhausted';
}

export interface ChainPort {
  /**
   * A customer's deposit address.
   *
   * @param keyIndex of the customer, from 1
   * @throws DepositAddressesExhausted
   */
  depositTarget(networkId: number, keyIndex: bigint): Promise<DepositTarget>;
  /** Whether an account declares that transfers to it need a memo (SEP-29). Without it they are lost. */
  needsMemo(networkId: number, address: string): Promise<boolean>;
  /**
   * Reads transfers after a cursor. Recent blocks are read again, and if the block at the cursor was reorganised away,
   * as many as the network's finality depth. So a transfer can be returned several times. Transfers to addresses that
   * are not ours can be included.
   *
   * @param addresses customers' deposit addresses; a network that can't read all transfers reads those of these
   * @param hash of the block at the cursor, as the previous call returned it
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
   * Asks every source of a network for the current state of recorded transfers.
   *
   * @throws if no source answers
   */
  inspect(networkId: number, transfers: readonly RecordedTransfer[]): Promise<ChainView>;
  /**
   * Our balances on a network at a cursor: at customers' deposit addresses and at the address that pays out.
   *
   * @param addresses customers' deposit addresses
   * @returns minor units at ledger scale by currency; undefined if the adapter can't tell
   */
  holdingsAt(
    networkId: number,
    cursor: bigint,
    addresses: readonly string[],
  ): Promise<ReadonlyMap<string, bigint> | undefined>;
  /**
   * All units of a currency that exist on a network now, whoever holds them.
   *
   * @returns minor units at ledger scale; undefined if the adapter can't tell, or the network has no token of the currency
   */
  supply(networkId: number, currency: string): Promise<bigint | undefined>;
}
