import type { PartnerId } from '@wusd/api-sdk/domain';
import type { Identity } from '../domains/customers/customers.ts';
import type { IdentityReason } from '../domains/identity/reasons.ts';

/** The outside world as the domains see it. In test mode the sandbox stands behind these, in production the adapters. */

export interface MailPort {
  /** @param message.id ours, for the receiving side to tell a repeat */
  send(message: { id: string; to: string; subject: string; text: string; code?: string }): Promise<void>;
}

export interface SmsPort {
  send(message: { id: string; to: string; text: string; code?: string }): Promise<void>;
}

/** A transfer of tokens to one of our addresses, final as far as this chain goes. */
export interface ChainTransfer {
  /** Where to resume: increases by chain. */
  position: bigint;
  networkId: number;
  hash: string;
  logIndex: number;
  /** Receiving address. */
  address: string;
  currency: string;
  /** Minor units at the ledger's scale. */
  amount: bigint;
}

export interface ChainPort {
  /** An address of its own for a customer. */
  createAddress(customerId: string, networkId: number): Promise<string>;
  /** Positions must become visible in their order: what was skipped is never looked for again. */
  transfersAfter(position: bigint): Promise<ChainTransfer[]>;
}

/** A credit on one of our accounts, as a bank's statement shows it. */
export interface BankCredit {
  position: bigint;
  partnerId: string;
  /** The bank's own id of the statement line. */
  line: string;
  /** What the sender wrote, where our customers' references are looked for. */
  reference: string;
  currency: string;
  /** Minor units at the ledger's scale. */
  amount: bigint;
}

export interface BankPort {
  /** As `transfersAfter`. */
  creditsAfter(position: bigint): Promise<BankCredit[]>;
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
  networks: readonly (3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12)[];
  partners: readonly { id: PartnerId; name: string; country: string }[];
  mail: MailPort;
  sms: SmsPort;
  chain: ChainPort;
  bank: BankPort;
  /** Absent: only what needs no market is swapped, which is US dollars. */
  rates?: RatePort;
  captcha: CaptchaPort;
  /** Absent: operators decide on every identity. */
  identity?: IdentityPort;
}
