import type { FileScanPort } from '../platform/files/scanner.ts';
import type { MailPort, SmsPort } from '../platform/outbox/channels.ts';
import type { PartnerId, Rail } from '@wusd/api-sdk/domain';
import type { components, operations } from '@wusd/api-sdk/operations';
import type { NetworkId } from '../platform/registry/networks.ts';
import type { ChainPort } from './chain-port.ts';
import type { IdentityReason } from './identity-reasons.ts';
import type { PayoutPort } from './payout-port.ts';

type RegisterBody = operations['register']['requestBody']['content']['application/json'];
/** What identity verification needs. */
export type Identity = RegisterBody['identity'];
export type Corporate = NonNullable<RegisterBody['corporate']>;

/** The outside world as the domains see it. In test mode the sandbox stands behind these, in production the adapters. */

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
