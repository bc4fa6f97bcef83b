import type { FileScanPort } from '../platform/files/scanner.ts';
import type { MailPort, SmsPort } from '../platform/outbox/channels.ts';
import type { PartnerId, Rail } from '@wusd/api-sdk/domain';
import type { components, operations } from '@wusd/api-sdk/operations';
import type { NetworkId } from '@wusd/server-kit/registry/networks';
import type { ChainPort } from '@wusd/payouts/chain-port';
import type { IdentityReason } from './identity-reasons.ts';
import type { PayoutPort } from '@wusd/payouts/payout-port';
import type { SignatureLogPort, TreasuryPort } from '@wusd/payouts/remote-signer';

type RegisterBody = operations['register']['requestBody']['content']['application/json'];
/** The details that are verified. */
export type Identity = RegisterBody['identity'];
export type Corporate = NonNullable<RegisterBody['corporate']>;

// Interfaces of external services: adapters in this folder in production, simulators in the sandbox in test mode.

/** The known details of a bank. `country` is ISO 3166-1 alpha-2, `bic` is ISO 9362. */
export interface ScreenedBank {
  name?: string | undefined;
  bic?: string | undefined;
  country: string;
}

/** A person or company that receives or sends money. */
export interface ScreenedParty {
  name: string;
  /** Country of the party's bank, ISO 3166-1 alpha-2. */
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

/** The account that a wire came from. Each detail is there if the bank reports it. */
export interface SenderAccount {
  iban?: string;
  accountNumber?: string;
  /** ISO 9362. */
  bic?: string;
  bankName?: string;
  /** Number of the bank in a national clearing system, and that system's ISO 20022 external code. */
  bankCode?: string;
  clearingSystem?: string;
}

/** The sender of a wire, as far as the bank reports it. `country` is the country of the sender's address. */
export interface WireSender {
  name: string;
  country?: string;
  account?: SenderAccount;
}

/** An entry of a bank about our account. Amounts are minor units at ledger scale. */
export type BankEntry = {
  partnerId: string;
  /** The bank's id of the entry, which is equal in every report. */
  line: string;
} & (
  | {
      kind: 'credit';
      currency: string;
      amount: bigint;
      /** Remittance information, which is searched for customers' references. */
      reference: string;
      sender?: WireSender;
      /** The sender's id of the payment. */
      endToEndId?: string;
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
  /** A file that can't be read. It has no entries, and its acknowledgement moves it aside for an operator. */
  rejectedFile?: { partnerId: string; name: string; reason: 'incomplete' | 'invalid' };
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
  /** Absent if this process signs payouts itself. */
  treasury?: TreasuryPort;
  /** Absent if this process signs payouts itself. */
  signatures?: SignatureLogPort;
  /** Absent: only swaps that need no market price are offered, i.e. between US dollar currencies. */
  rates?: RatePort;
  captcha: CaptchaPort;
  /** Absent: operators decide on every identity. */
  identity?: IdentityPort;
}
