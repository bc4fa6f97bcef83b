import type { FileScanPort } from '../platform/files/scanner.ts';
import type { MailPort, SmsPort } from '../platform/outbox/channels.ts';
import type { PartnerId, Rail } from '@wusd/api-sdk/domain';
import type { components, operations } from '@wusd/api-sdk/operations';
import type { NetworkId } from '../platform/registry/networks.ts';
import type { IdentityReason } from './identity-reasons.ts';

type RegisterBody = operations['register']['requestBody']['content']['application/json'];
/** What identity verification needs. */
export type Identity = RegisterBody['identity'];
export type Corporate = NonNullable<RegisterBody['corporate']>;

/** The outside world as the domains see it. In test mode the sandbox stands behind these, in production the adapters. */

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

/** What is to leave, as it is signed. */
export interface Payout {
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

/** A bank as far as it is known. `country` is ISO 3166-1 alpha-2, `bic` is ISO 9362. */
export interface ScreenedBank {
  name?: string | undefined;
  bic?: string | undefined;
  country: string;
}

/** Somebody who money goes to or comes from. */
export interface ScreenedParty {
  name: string;
  /** Where their bank is, ISO 3166-1 alpha-2. */
  country: string;
  bank?: ScreenedBank | undefined;
  intermediaryBank?: ScreenedBank | undefined;
}

export interface ScreeningPort {
  /** How an address is known to those who watch for crime and sanctions. */
  screenAddress(networkId: number, address: string): Promise<'low' | 'high'>;
  /** The same of a person or company, with the banks that their money travels over. */
  screenParty(party: ScreenedParty): Promise<'low' | 'high'>;
}

/** One thing that a bank says of our accounts with it. Amounts are minor units at the ledger's scale. */
export type BankEntry = {
  partnerId: string;
  /** The bank's own id of it, the same wherever and however often it says it. */
  line: string;
} & (
  | {
      kind: 'credit';
      currency: string;
      amount: bigint;
      /** What the sender wrote, where our customers' references are looked for. */
      reference: string;
      /** Who sent it, as far as the bank says. */
      sender?: { name: string; country?: string };
    }
  /** Money that left; `endToEndId` where it is by an instruction of ours. */
  | { kind: 'debit'; currency: string; amount: bigint; endToEndId?: string }
  /** Money that came back of what had left. */
  | { kind: 'return'; currency: string; amount: bigint; endToEndId: string }
  /** An instruction that the bank does not carry out: nothing has left. */
  | { kind: 'refusal'; endToEndId: string }
);

/** Some entries, as a bank handed them over. */
export interface BankEntryBatch {
  entries: BankEntry[];
  /** Said once all of them are on record: they need not be shown again. */
  acknowledge(): Promise<void>;
}

/** Where money goes, as its customer entered it. */
export type Payee = components['schemas']['BankAccountFields'];

/** A payout, as its bank is told. */
export interface BankPayment {
  /** Ours; told again, it is the same payment. */
  endToEndId: string;
  partnerId: string;
  rail: Rail;
  currency: string;
  /** Minor units at the ledger's scale: what arrives. */
  amount: bigint;
  payee: Payee;
  purpose: string | undefined;
  requestedAt: Date;
}

export interface BankPort {
  /**
   * What was said and not acknowledged. What was acknowledged, or is on record by its line, may be among it again.
   *
   * @param partnerId one bank; without it all of them, one after the other
   */
  unread(partnerId?: string): Promise<BankEntryBatch[]>;
  pay(payment: BankPayment): Promise<void>;
}

/** Where bytes are kept that are too many for rows. They are sealed before they come here. */
export interface BlobPort {
  /** The same key again is the same bytes again. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** Undefined where nothing is kept under it. */
  get(key: string): Promise<Buffer | undefined>;
}

/** Where customers wire to at a bank. */
export interface CompanyAccount {
  beneficiaryName: string;
  bankName: string;
  bankAddress?: string;
  swiftCode?: string;
  bankCode?: string;
  accountNumber?: string;
  iban?: string;
}

/** A bank that holds customers' fiat. */
export interface PartnerBank {
  id: PartnerId;
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  account: CompanyAccount;
}

export interface CaptchaPort {
  /**
   * @param action what the token must be for
   * @returns false for a token that is refused, spent or of another action
   * @throws where the provider can't be asked; the guard around gateways logs it and answers false
   */
  verify(token: string, action: string, remoteAddress: string): Promise<boolean>;
}

/** How somebody's identity was found. */
export type IdentityOutcome = { to: 'verified' } | { to: 'verification failed'; reason: IdentityReason };

export interface IdentityPort {
  /**
   * Hands in somebody's details.
   *
   * @param check.id ours: what is handed in again under it is the same check
   * @returns the provider's name for it
   */
  submit(check: { id: string; person: Identity }): Promise<string>;
  /** Undefined while it is being looked at. */
  outcome(reference: string): Promise<IdentityOutcome | undefined>;
}

export interface RatePort {
  /**
   * Middle of the market, US dollars for one unit, as a plain decimal; undefined where there is none now.
   *
   * @throws where the source can't be asked and none is remembered; the guard around gateways logs it and answers undefined
   */
  priceInUsd(currency: string): Promise<string | undefined>;
}

export interface Gateways {
  /** Networks and banks that have an adapter; what has none is not offered. */
  networks: readonly NetworkId[];
  partners: readonly PartnerBank[];
  mail: MailPort;
  sms: SmsPort;
  chain: ChainPort;
  payouts: PayoutPort;
  screening: ScreeningPort;
  bank: BankPort;
  blobs: BlobPort;
  scanner: FileScanPort;
  /** Absent: only what needs no market is swapped, which is US dollars. */
  rates?: RatePort;
  captcha: CaptchaPort;
  /** Absent: operators decide on every identity. */
  identity?: IdentityPort;
}
