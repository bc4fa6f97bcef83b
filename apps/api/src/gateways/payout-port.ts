/** What is to leave, as it is signed. */
interface Payout {
  networkId: number;
  /** Address that pays: the current one, or one that was retired. */
  sender: string;
  /** The sender's, one after the other on each network: of two with the same, a network takes one. */
  nonce: bigint;
  to: string;
  memo?: string | undefined;
  currency: string;
  /** Minor units at the ledger's scale. */
  amount: bigint;
  /** As `PayoutPort.currentPrice` said. */
  price: string;
}

/** What was sent, as we keep it. */
export interface SentPayout {
  networkId: number;
  sender: string;
  nonce: bigint;
  hash: string;
}

/**
 * Where something that was sent is: `unknown` where the network has never heard of it, or has forgotten it; `displaced` where something else
 * has taken its nonce for good, so that it never will be in a block.
 */
export type PayoutStatus =
  | 'unknown'
  | 'displaced'
  | {
      confirmations: number;
      isReverted: boolean;
      /** Its place in the chain, as cursors count them; absent where it has none yet, or the adapter does not say. */
      block?: bigint;
    };

/** What a signer refuses: more than one payout may be, a higher fee than it pays, or a sender whose key it does not have. */
export type SignerRejection = 'payout-limit' | 'fee-limit' | 'key-missing';

/** Whoever holds the key has limits of its own, and this goes beyond them. */
export class PayoutRejected extends Error {
  override readonly name = 'PayoutRejected';
  readonly reason: SignerRejection;

  constructor(message: string, reason: SignerRejection = 'payout-limit') {
    super(message);
    this.reason = reason;
  }
}

export interface PayoutPort {
  /** Address that new payouts leave from. */
  sender(networkId: number): Promise<string>;
  /** Minor units that may leave from one sender within 24 hours; undefined where there is no limit. */
  dailyLimit(networkId: number, currency: string): Promise<bigint | undefined>;
  /** Minor units that the current sender has now. */
  liquidity(networkId: number, currency: string): Promise<bigint>;
  /** What a network asks for taking a payout now, as its adapter writes it. */
  currentPrice(networkId: number): Promise<string>;
  /**
   * What replaces a payout that was not taken for what it offered.
   *
   * @returns undefined where what it offered is enough by now, and it has only to be waited for
   */
  increasedPrice(networkId: number, offered: string): Promise<string | undefined>;
  /** The least price at which a network takes another transaction in the place of one that offered less. */
  replacementPrice(networkId: number, offered: string): Promise<string>;
  /**
   * Nothing leaves by it yet.
   *
   * @returns what is to be sent, and the hash it will have
   * @throws PayoutRejected
   */
  sign(payout: Payout): Promise<{ raw: string; hash: string }>;
  /**
   * A transaction of nothing at a nonce: once it is final, no payout at that nonce can be in a block.
   *
   * @throws PayoutRejected
   */
  signCancellation(
    payout: Pick<Payout, 'networkId' | 'sender' | 'nonce' | 'price'>,
  ): Promise<{ raw: string; hash: string }>;
  /** Sending the same bytes again is harmless, and so is sending what was displaced. */
  broadcast(networkId: number, raw: string): Promise<void>;
  statusOf(sent: SentPayout): Promise<PayoutStatus>;
  /** The next nonce that a network expects of the current sender, with what is in its pool. */
  expectedNonce(networkId: number): Promise<bigint>;
}
