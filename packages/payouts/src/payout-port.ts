/**
 * Interface of payouts for all networks.
 *
 * An attempt is one signed transaction of a payout. It carries a nonce, a value that its sender uses once. The meaning
 * and the guarantees of a nonce depend on the network:
 *
 * | Network | Nonce | A network includes | An attempt can no longer be included once |
 * |---|---|---|---|
 * | EVM | the account's transaction count | one transaction for each nonce, in order | a final block has another transaction with its nonce |
 * | Solana | the value of a durable nonce account | one transaction for each value | a finalized transaction has advanced the account |
 * | Stellar | the account's sequence number | one transaction for each number, in order | a closed ledger has another transaction with its number |
 * | Tron | the transaction's expiration | every transaction that has not expired | a solid block is later than the expiration |
 *
 * `displaced` and `expired` are final. The rules for signing again follow, and `mayReplace` and `maySignAnew` implement
 * them:
 *
 * 1. Attempts with one nonce exclude each other where the network's `exclusion` is `nonce`: a pending attempt may then be signed again
 *    with its nonce, at a higher price or as a cancellation.
 * 2. A payout gets another nonce only once none of its attempts can be included anymore.
 */

/**
 * Mechanism that keeps a network from including two attempts of a payout: their common nonce, or only the expiry of the
 * first attempt.
 */
export type Exclusion = 'nonce' | 'expiry';

/**
 * Nonces that a sender may use next. `from`: this number, or a higher number if all numbers between are used. `anyOf`:
 * any free value of the list, the first ones preferred.
 */
export type NonceOffer = { from: bigint } | { anyOf: readonly string[] };

/** An unsigned payout. */
export interface Payout {
  /** Id of the withdrawal that the payout pays. */
  payoutId: string;
  /** Number of the attempt, from 1. */
  attempt: number;
  networkId: number;
  /** Sending address: the current payout address or a retired one. */
  sender: string;
  /** From a `NonceOffer`. Never used for another payout. */
  nonce: string;
  to: string;
  memo?: string | undefined;
  currency: string;
  /** Minor units at the ledger's scale. */
  amount: bigint;
  /** As returned by `PayoutPort.currentPrice`. */
  price: string;
}

/** A recorded payout that was broadcast. */
export interface SentPayout {
  networkId: number;
  sender: string;
  nonce: string;
  hash: string;
  /** The signed transaction. */
  raw: string;
}

/** Status of an attempt that can't be included anymore: another transaction used its nonce, or it expired. */
export type DeadStatus = 'displaced' | 'expired';

/**
 * Status of a broadcast payout. `unknown`: the network does not know the transaction or has dropped it; it may still be
 * included.
 */
export type PayoutStatus =
  | 'unknown'
  | DeadStatus
  | {
      /** 0 for a pending transaction. */
      confirmations: number;
      /** Included, but without effect except for its fee. */
      isReverted: boolean;
      /**
       * Comparable with the cursor of the network's scan. Absent for a pending transaction, or if the adapter does not
       * report it.
       */
      block?: bigint;
    };

export const isDead = (status: PayoutStatus): status is DeadStatus => status === 'displaced' || status === 'expired';

/** Whether a payout may be signed with another nonce. @param statuses statuses of all its attempts */
export const maySignAnew = (statuses: readonly PayoutStatus[]): boolean => statuses.every(isDead);

/**
 * Whether the newest attempt may be signed again with its nonce.
 *
 * @param statuses statuses of all attempts with this nonce
 */
export const mayReplace = (exclusion: Exclusion, statuses: readonly PayoutStatus[]): boolean =>
  exclusion === 'nonce' &&
  statuses.every((status) => !isDead(status) && (status === 'unknown' || status.confirmations === 0));

/**
 * Reason why a recipient can't be paid: its account or trustline is missing, it can't own tokens, or it needs a memo.
 */
export type RecipientProblem = 'account-missing' | 'trustline-missing' | 'not-an-owner' | 'memo-required';

/** Reason why a payout is not signed. The signer process has further reasons than the adapters. */
export const signerRejections = [
  /** The amount exceeds the limit of one payout. */
  'payout-limit',
  /** The network or token is not configured, or can't represent the amount. */
  'not-configured',
  'fee-limit',
  /** The sender's key is missing. */
  'key-missing',
  /** The caller requested a cancellation on a network where attempts only expire. */
  'not-cancellable',
  /** The signer has known the destination for too short a time. */
  'new-destination',
  /** The amount needs approvals by operators. */
  'approval-missing',
  /** The limit for signatures within 24 hours is exceeded. */
  'velocity-limit',
  /** An earlier attempt of the payout may still be included. */
  'earlier-attempt',
  /** The payout differs from an earlier signed attempt. */
  'conflict',
  /** The customer's passkey has not approved this payment. */
  'passkey-invalid',
  /** The nonce belongs to another payout. */
  'nonce-taken',
  /** There is nothing to sign: no amount, or nothing to cancel. */
  'nothing-to-sign',
] as const;
export type SignerRejection = (typeof signerRejections)[number];

/**
 * The payout was rejected, and nothing was signed. After any other error of `sign` the outcome is unknown: the response
 * may have been lost after the signature.
 */
export class PayoutRejected extends Error {
  override readonly name = 'PayoutRejected';
  readonly reason: SignerRejection;
  /** Time at which the signer may decide otherwise; undefined if time changes nothing. */
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
   * Number of payouts whose network fees the current sender can pay at the current price.
   *
   * @returns undefined if the adapter can't read it, or fees are not paid from a balance
   */
  affordablePayouts(networkId: number): Promise<bigint | undefined>;
  /**
   * Fee that one of our transactions paid to the network, in the smallest unit of its native coin.
   *
   * @returns undefined if no final block includes the transaction, or the adapter can't read it
   */
  paidFee(networkId: number, transaction: { sender: string; hash: string }): Promise<bigint | undefined>;
  /** Reason why the network would not credit a payout to an address; undefined if it would. */
  recipientProblem(
    networkId: number,
    recipient: { to: string; memo?: string | undefined; currency: string },
  ): Promise<RecipientProblem | undefined>;
  /** Current fee of a payout, in the adapter's own format. */
  currentPrice(networkId: number): Promise<string>;
  /**
   * The price for replacing a payout that is still pending.
   *
   * @returns undefined if the offered price is sufficient now, so that the caller only has to wait
   */
  increasedPrice(networkId: number, offered: string): Promise<string | undefined>;
  /** A price at which a network accepts another transaction with the same nonce in place of a lower offer. */
  replacementPrice(networkId: number, offered: string): Promise<string>;
  /** Nonces that the current sender may use next. Nonces of other pending transactions count as used. */
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
