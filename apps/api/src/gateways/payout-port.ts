/** A payout to be signed. */
interface Payout {
  networkId: number;
  /** Address that pays: the current one or a retired one. */
  sender: string;
  /** Consecutive for each sender and network. A network includes one transaction for each nonce. */
  nonce: bigint;
  to: string;
  memo?: string | undefined;
  currency: string;
  /** Minor units at the ledger's scale. */
  amount: bigint;
  /** As returned by `PayoutPort.currentPrice`. */
  price: string;
}

/** A payout that was broadcast, as recorded. */
export interface SentPayout {
  networkId: number;
  sender: string;
  nonce: bigint;
  hash: string;
}

/**
 * Status of a payout that was broadcast. `unknown`: the network does not know the transaction, or has dropped it.
 * `displaced`: a final block has another transaction with its nonce, so that it can't be included anymore.
 */
export type PayoutStatus =
  | 'unknown'
  | 'displaced'
  | {
      confirmations: number;
      isReverted: boolean;
      /** Comparable with the cursor of the network's scan; absent for a pending transaction, or if the adapter does not report it. */
      block?: bigint;
    };

/** Why a signer rejects a payout: the amount or the fee exceeds a limit, the sender's key is missing, or the network or token is not configured. */
export type SignerRejection = 'payout-limit' | 'not-configured' | 'fee-limit' | 'key-missing';

/** The signer rejected a payout because of its own limits or a missing key. */
export class PayoutRejected extends Error {
  override readonly name = 'PayoutRejected';
  readonly reason: SignerRejection;

  constructor(message: string, reason: SignerRejection) {
    super(message);
    this.reason = reason;
  }
}

export interface PayoutPort {
  /** Address that new payouts are sent from. */
  sender(networkId: number): Promise<string>;
  /** Minor units that one sender may pay out within 24 hours; undefined if there is no limit. */
  dailyLimit(networkId: number, currency: string): Promise<bigint | undefined>;
  /** Balance of the current sender in minor units. */
  liquidity(networkId: number, currency: string): Promise<bigint>;
  /** Current fee of a payout, in the adapter's own format. */
  currentPrice(networkId: number): Promise<string>;
  /**
   * The price for replacing a payout that is still pending.
   *
   * @returns undefined if the offered price is sufficient now, so that the payout only has to wait
   */
  increasedPrice(networkId: number, offered: string): Promise<string | undefined>;
  /** A price at which a network accepts another transaction with the same nonce in place of one that offered less. */
  replacementPrice(networkId: number, offered: string): Promise<string>;
  /**
   * Signs a payout without broadcasting it.
   *
   * @returns the signed transaction and its hash
   * @throws PayoutRejected
   */
  sign(payout: Payout): Promise<{ raw: string; hash: string }>;
  /**
   * Signs an empty transaction with a nonce. Once it is final, no payout with this nonce can be included.
   *
   * @throws PayoutRejected
   */
  signCancellation(
    payout: Pick<Payout, 'networkId' | 'sender' | 'nonce' | 'price'>,
  ): Promise<{ raw: string; hash: string }>;
  /** Idempotent. Broadcasting a displaced transaction is harmless. */
  broadcast(networkId: number, raw: string): Promise<void>;
  statusOf(sent: SentPayout): Promise<PayoutStatus>;
  /** The next nonce that a network expects of the current sender, counting pending transactions. */
  expectedNonce(networkId: number): Promise<bigint>;
}
