/**
 * How payouts leave for a network, in terms that hold for all of them.
 *
 * An attempt is one signed transaction of a payout. It carries a nonce, a value that its sender uses once. What a nonce is, and what it
 * guarantees, depends on the network:
 *
 * | Network | Nonce | A network includes | An attempt can no longer be included once |
 * |---|---|---|---|
 * | EVM | the account's transaction count | one transaction for each nonce, in order | a final block has another one with its nonce |
 * | Solana | the value of a durable nonce account | one transaction for each value | a finalized transaction has advanced the account |
 * | Stellar | the account's sequence number | one transaction for each number, in order | a closed ledger has another one with its number |
 * | Tron | the transaction's expiration | every transaction that is in time | a solid block is later than the expiration |
 *
 * `displaced` and `expired` are final. From these follow the rules for signing again, which `mayReplace` and `maySignAnew` state:
 *
 * 1. Attempts with one nonce exclude each other where the network's `exclusion` is `nonce`: a pending attempt may then be signed again
 *    with its nonce, at a higher price or as a cancellation.
 * 2. A payout gets another nonce only once none of its attempts can be included anymore.
 */

/** What keeps a network from including two attempts of a payout: their common nonce, or nothing but the end of the first one. */
export type Exclusion = 'nonce' | 'expiry';

/**
 * Nonces that a sender may use next. `from`: this number, or any higher one if all between are used. `anyOf`: whichever of these is free,
 * the first ones preferred.
 */
export type NonceOffer = { from: bigint } | { anyOf: readonly string[] };

/** A payout to be signed. */
export interface Payout {
  /** Of the withdrawal that it pays. */
  payoutId: string;
  /** Of the payout's attempts, from 1. */
  attempt: number;
  networkId: number;
  /** Address that pays: the current one or a retired one. */
  sender: string;
  /** From a `NonceOffer`, and never given to another payout. */
  nonce: string;
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
  nonce: string;
  hash: string;
  /** The signed transaction. */
  raw: string;
}

/** Of an attempt that can't be included anymore: another transaction used its nonce, or its time has passed. */
export type DeadStatus = 'displaced' | 'expired';

/** Status of a payout that was broadcast. `unknown`: the network does not know the transaction, or has dropped it; it may still be included. */
export type PayoutStatus =
  | 'unknown'
  | DeadStatus
  | {
      /** 0 for a pending transaction. */
      confirmations: number;
      /** Included, and without effect except for its fee. */
      isReverted: boolean;
      /** Comparable with the cursor of the network's scan; absent for a pending transaction, or if the adapter does not report it. */
      block?: bigint;
    };

export const isDead = (status: PayoutStatus): status is DeadStatus => status === 'displaced' || status === 'expired';

/** Whether a payout may be signed with another nonce. @param statuses of all its attempts */
export const maySignAnew = (statuses: readonly PayoutStatus[]): boolean => statuses.every(isDead);

/** Whether the newest attempt may be signed again with its own nonce, in place of the earlier ones. @param statuses of all with this nonce */
export const mayReplace = (exclusion: Exclusion, statuses: readonly PayoutStatus[]): boolean =>
  exclusion === 'nonce' &&
  statuses.every((status) => !isDead(status) && (status === 'unknown' || status.confirmations === 0));

/** Why a recipient can't be paid: its account or its trustline is missing, or it is not an address that can own tokens. */
export type RecipientProblem = 'account-missing' | 'trustline-missing' | 'not-an-owner' | 'memo-required';

/** Why a payout is not signed. The process that holds the keys has further reasons than the adapters. */
export const signerRejections = [
  /** The amount exceeds the limit of one payout. */
  'payout-limit',
  /** The network or token is not configured, or can't represent the amount. */
  'not-configured',
  'fee-limit',
  /** The sender's key is missing. */
  'key-missing',
  /** A cancellation is asked for where attempts only expire. */
  'not-cancellable',
  /** The signer has not known the destination for long enough. */
  'new-destination',
  /** The amount needs signatures of operators. */
  'approval-missing',
  /** Too much was signed within the last 24 hours. */
  'velocity-limit',
  /** An earlier attempt of the payout may still be included. */
  'earlier-attempt',
  /** It differs from what was signed for the payout before. */
  'conflict',
  /** The customer's passkey has not approved what is to be paid. */
  'passkey-invalid',
  /** The nonce belongs to another payout. */
  'nonce-taken',
  /** There is nothing to sign: no amount, or nothing that could be cancelled. */
  'nothing-to-sign',
] as const;
export type SignerRejection = (typeof signerRejections)[number];

/**
 * The payout was rejected, and nothing was signed. Any other error of `sign` leaves that open: its answer may have been lost after the
 * signature.
 */
export class PayoutRejected extends Error {
  override readonly name = 'PayoutRejected';
  readonly reason: SignerRejection;
  /** When the signer may decide otherwise, if that is a matter of time. */
  readonly retryAt: Date | undefined;

  constructor(message: string, reason: SignerRejection, retryAt?: Date) {
    super(message);
    this.reason = reason;
    this.retryAt = retryAt;
  }
}

export interface PayoutPort {
  exclusion(networkId: number): Promise<Exclusion>;
  /** Address that new payouts are sent from. */
  sender(networkId: number): Promise<string>;
  /** Minor units that one sender may pay out within 24 hours; undefined if there is no limit. */
  dailyLimit(networkId: number, currency: string): Promise<bigint | undefined>;
  /** Balance of the current sender in minor units. */
  liquidity(networkId: number, currency: string): Promise<bigint>;
  /**
   * How many payouts the current sender can pay the network's fees for, at their current price.
   *
   * @returns undefined if nobody can tell, or fees are not paid from a balance
   */
  affordablePayouts(networkId: number): Promise<bigint | undefined>;
  /**
   * What a transaction of ours paid to the network, in the smallest unit of its native coin.
   *
   * @returns undefined if no final block has the transaction, or the adapter can't tell
   */
  paidFee(networkId: number, transaction: { sender: string; hash: string }): Promise<bigint | undefined>;
  /** Why the network would not credit an address with a payout; undefined if it would. */
  recipientProblem(
    networkId: number,
    recipient: { to: string; memo?: string | undefined; currency: string },
  ): Promise<RecipientProblem | undefined>;
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
  /** Nonces that the current sender may use next. Pending transactions of others count as used. */
  nonces(networkId: number): Promise<NonceOffer>;
  /**
   * Signs a payout without broadcasting it.
   *
   * @returns the signed transaction and its hash
   * @throws PayoutRejected
   */
  sign(payout: Payout): Promise<{ raw: string; hash: string }>;
  /**
   * Signs a transaction that uses a nonce and pays nothing. Once it is final, no payout with this nonce can be included.
   *
   * @throws PayoutRejected
   */
  signCancellation(
    payout: Pick<Payout, 'payoutId' | 'attempt' | 'networkId' | 'sender' | 'nonce' | 'price'>,
  ): Promise<{ raw: string; hash: string }>;
  /** Idempotent. Broadcasting a dead transaction is harmless. */
  broadcast(networkId: number, raw: string): Promise<void>;
  statusOf(sent: SentPayout): Promise<PayoutStatus>;
}
