import type { FileScanPort } from '../platform/files/scanner.ts';
import type { MailPort, SmsPort } from '../platform/outbox/channels.ts';
import type { PartnerId, Rail } from '@wusd/api-sdk/domain';
import type { components, operations } from '@wusd/api-sdk/operations';
import type { NetworkId } from '../platform/registry/networks.ts';
import type { IdentityReason } from './identity-reasons.ts';

type RegisterBody = operations['register']['requestBody']['content']['application/json'];
/** The details that are verified. */
export type Identity = RegisterBody['identity'];
export type Corporate = NonNullable<RegisterBody['corporate']>;

// Interfaces of external services: adapters in this folder in production, simulators in the sandbox in test mode.

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

export interface ChainPort {
  /** Derives a customer's deposit address. @param keyIndex of the customer */
  depositTarget(networkId: number, keyIndex: bigint): Promise<DepositTarget>;
  /** Whether an account declares that transfers to it need a memo (SEP-29). Without it they are lost. */
  needsMemo(networkId: number, address: string): Promise<boolean>;
  /**
   * Reads transfers after a cursor. Recent blocks are read again, and if the block at the cursor was reorganised away,
   * as many as the network's finality depth. So a transfer can be returned several times. Transfers to addresses that
   * are not ours can be included.
   *
   * @param hash of the block at the cursor, as the previous call returned it
   * @returns the transfers, and the cursor and hash for the next call
   */
  transfersSince(
    networkId: number,
    cursor: bigint,
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
}

/** A payout to be signed. */
export interface Payout {
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
      /** Comparable with cursors; absent for a pending transaction, or if the adapter does not report it. */
      block?: bigint;
    };

/** Why a signer rejects a payout: the amount or the fee exceeds a limit, or the sender's key is missing. */
export type SignerRejection = 'payout-limit' | 'fee-limit' | 'key-missing';

/** The signer rejected a payout because of its own limits or a missing key. */
export class PayoutRejected extends Error {
  override readonly name = 'PayoutRejected';
  readonly reason: SignerRejection;

  constructor(message: string, reason: SignerRejection = 'payout-limit') {
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

/** A bank, with the details that are known. `country` is ISO 3166-1 alpha-2, `bic` is ISO 9362. */
export interface ScreenedBank {
  name?: string | undefined;
  bic?: string | undefined;
  country: string;
}

/** A person or company that receives or sends money. */
export interface ScreenedParty {
  name: string;
  /** Country of their bank, ISO 3166-1 alpha-2. */
  country: string;
  bank?: ScreenedBank | undefined;
  intermediaryBank?: ScreenedBank | undefined;
}

export interface ScreeningPort {
  /** Risk of an address: whether it is linked to crime or sanctions. */
  screenAddress(networkId: number, address: string): Promise<'low' | 'high'>;
  /** Risk of a person or company, including the banks that are involved. */
  screenParty(party: ScreenedParty): Promise<'low' | 'high'>;
}

/** An entry of a bank about our account. Amounts are minor units at ledger scale. */
export type BankEntry = {
  partnerId: string;
  /** The bank's own id of the entry, the same whenever it is reported. */
  line: string;
} & (
  | {
      kind: 'credit';
      currency: string;
      amount: bigint;
      /** Remittance information, which is searched for customers' references. */
      reference: string;
      /** As far as the bank reports it. */
      sender?: { name: string; country?: string };
    }
  /** Money that left the account; `endToEndId` is set if we instructed the payment. */
  | { kind: 'debit'; currency: string; amount: bigint; endToEndId?: string }
  /** Money of a payment that came back. */
  | { kind: 'return'; currency: string; amount: bigint; endToEndId: string }
  /** A payment that the bank rejected: no money has left the account. */
  | { kind: 'refusal'; endToEndId: string }
);

/** A batch of entries from a bank, e.g. one file. */
export interface BankEntryBatch {
  entries: BankEntry[];
  /** Called once all entries are recorded. Acknowledged entries need not be returned again. */
  acknowledge(): Promise<void>;
}

/** Recipient of a payout, as the customer entered it. */
export type Payee = components['schemas']['BankAccountFields'];

/** A payment instruction to a bank. */
export interface BankPayment {
  /** Our id. An instruction with the same id is the same payment. */
  endToEndId: string;
  partnerId: string;
  rail: Rail;
  currency: string;
  /** Amount that arrives, in minor units at ledger scale. */
  amount: bigint;
  payee: Payee;
  purpose: string | undefined;
  requestedAt: Date;
}

export interface BankPort {
  /**
   * Entries that were not acknowledged yet. Entries that were acknowledged or recorded before can be included.
   *
   * @param partnerId the only bank to read. @default all banks
   */
  unread(partnerId?: string): Promise<BankEntryBatch[]>;
  pay(payment: BankPayment): Promise<void>;
}

/** Storage of files that are too large for rows. Callers encrypt them. */
export interface BlobPort {
  /** Idempotent: a key is always written with the same bytes. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** Undefined if the key does not exist. */
  get(key: string): Promise<Buffer | undefined>;
}

/** Our account at a partner bank, which customers wire money to. */
export interface CompanyAccount {
  beneficiaryName: string;
  bankName: string;
  bankAddress?: string;
  swiftCode?: string;
  bankCode?: string;
  accountNumber?: string;
  iban?: string;
}

/** A partner bank, which holds customers' fiat. */
export interface PartnerBank {
  id: PartnerId;
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  account: CompanyAccount;
}

export interface CaptchaPort {
  /**
   * @param action that the token must have been issued for
   * @returns false for a token that is invalid, already used or for another action
   * @throws if the provider can't be reached; the guard around gateways logs the error and returns false
   */
  verify(token: string, action: string, remoteAddress: string): Promise<boolean>;
}

/** Result of an identity check. */
export type IdentityOutcome = { to: 'verified' } | { to: 'verification failed'; reason: IdentityReason };

export interface IdentityPort {
  /**
   * Submits a person's details for verification.
   *
   * @param check.id our id; a repeated id is the same check
   * @returns the provider's reference of the check
   */
  submit(check: { id: string; person: Identity }): Promise<string>;
  /** Undefined while the check is pending. */
  outcome(reference: string): Promise<IdentityOutcome | undefined>;
}

export interface RatePort {
  /**
   * Mid-market price of one unit in US dollars, as a plain decimal; undefined if there is no current price.
   *
   * @throws if the source can't be reached and no current price is cached; the guard around gateways logs the error and
   * returns undefined
   */
  priceInUsd(currency: string): Promise<string | undefined>;
}

export interface Gateways {
  /** Networks that have an adapter. Others are not offered. */
  networks: readonly NetworkId[];
  /** Banks that have an adapter. Others are not offered. */
  partners: readonly PartnerBank[];
  mail: MailPort;
  sms: SmsPort;
  chain: ChainPort;
  payouts: PayoutPort;
  screening: ScreeningPort;
  bank: BankPort;
  blobs: BlobPort;
  scanner: FileScanPort;
  /** Absent: only swaps that need no market price are offered, i.e. between US dollar currencies. */
  rates?: RatePort;
  captcha: CaptchaPort;
  /** Absent: operators decide on every identity. */
  identity?: IdentityPort;
}
