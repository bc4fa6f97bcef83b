import type { Network, PartnerId, Rail } from '@wusd/api-sdk/domain';
import type { components } from '@wusd/api-sdk/operations';
import type { Identity } from '../domains/customers/customers.ts';
import type { IdentityReason } from '../domains/identity/reasons.ts';

export type NetworkId = (typeof Network)[keyof typeof Network];

/** The outside world as the domains see it. In test mode the sandbox stands behind these, in production the adapters. */

export interface MailPort {
  /** @param message.id ours, for the receiving side to tell a repeat */
  send(message: { id: string; to: string; subject: string; text: string; code?: string }): Promise<void>;
}

export interface SmsPort {
  send(message: { id: string; to: string; text: string; code?: string }): Promise<void>;
}

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
   * What came after a place in the chain, and the place to go on from. The last blocks, which may have been taken back and written anew, are
   * read again: a transfer can be in more than one answer, and those of strangers may be.
   */
  transfersSince(networkId: number, cursor: bigint): Promise<{ transfers: ChainTransfer[]; cursor: bigint }>;
  /** Transfers to addresses of ours that a transaction made, whether they were seen before or not. */
  transfersOf(networkId: number, hash: string): Promise<ChainTransfer[]>;
  /**
   * Blocks from the transfer's to the newest, both counted; undefined where the chain took it back.
   *
   * @throws where the node is behind, so that it can't be said
   */
  confirmationsOf(transfer: Pick<ChainTransfer, 'networkId' | 'hash' | 'logIndex'>): Promise<number | undefined>;
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
  /** Ours, one after the other on each network: of two with the same, a network takes one. */
  nonce: bigint;
  to: string;
  memo?: string | undefined;
  currency: string;
  /** Minor units at the ledger's scale. */
  amount: bigint;
  /** As `PayoutPort.priceNow` said. */
  price: string;
}

/** What was sent, as we keep it. */
export interface SentPayout {
  networkId: number;
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

/** Whoever holds the key has limits of its own, and this goes beyond them. */
export class PayoutRefused extends Error {
  override readonly name = 'PayoutRefused';
}

export interface PayoutPort {
  /** Minor units that can leave now. */
  liquidity(networkId: number, currency: string): Promise<bigint>;
  /** What a network asks for taking a payout now, as its adapter writes it. */
  priceNow(networkId: number): Promise<string>;
  /**
   * What replaces a payout that was not taken for what it offered.
   *
   * @returns undefined where what it offered is enough by now, and it has only to be waited for
   */
  betterPrice(networkId: number, offered: string): Promise<string | undefined>;
  /**
   * Nothing leaves by it yet.
   *
   * @returns what is to be sent, and the hash it will have
   * @throws PayoutRefused
   */
  sign(payout: Payout): Promise<{ raw: string; hash: string }>;
  /** Sending the same bytes again is harmless, and so is sending what was displaced. */
  broadcast(networkId: number, raw: string): Promise<void>;
  statusOf(sent: SentPayout): Promise<PayoutStatus>;
  /** The next nonce that a network expects of us, for the first payout of all. */
  firstNonce(networkId: number): Promise<bigint>;
}

export interface ScreeningPort {
  /** How an address is known to those who watch for crime and sanctions. */
  screen(networkId: number, address: string): Promise<'low' | 'high'>;
  /** The same of somebody, by name. @param party.country where their bank is, ISO 3166-1 alpha-2 */
  screenParty(party: { name: string; country: string }): Promise<'low' | 'high'>;
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
export interface BankNews {
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
  /** What was said and not acknowledged. What was acknowledged, or is on record by its line, may be among it again. */
  unread(): Promise<BankNews[]>;
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
export interface HouseAccount {
  beneficiaryName: string;
  bankName: string;
  bankAddress?: string;
  swiftCode?: string;
  bankCode?: string;
  accountNumber?: string;
  iban?: string;
}

/** A bank that holds customers' fiat. */
export interface Partner {
  id: PartnerId;
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  account: HouseAccount;
}

export interface CaptchaPort {
  /**
   * @param action what the token must be for
   * @returns false for a token that is refused, spent or of another action, and where the provider can't be asked
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
  /** Middle of the market, US dollars for one unit, as a plain decimal; undefined where there is none now. */
  priceInUsd(currency: string): Promise<string | undefined>;
}

export interface Outside {
  /** Networks and banks that have an adapter; what has none is not offered. */
  networks: readonly NetworkId[];
  partners: readonly Partner[];
  mail: MailPort;
  sms: SmsPort;
  chain: ChainPort;
  payouts: PayoutPort;
  screening: ScreeningPort;
  bank: BankPort;
  blobs: BlobPort;
  /** Absent: only what needs no market is swapped, which is US dollars. */
  rates?: RatePort;
  captcha: CaptchaPort;
  /** Absent: operators decide on every identity. */
  identity?: IdentityPort;
}
