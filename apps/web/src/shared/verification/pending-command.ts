import type { ActReview, MfaCheck } from '@wusd/api-sdk/core';
import type { MessageId } from '@wusd/i18n';
import { createSessionStore } from '../session/session-store.ts';

/** Acts that are proved on a verification page of their own. */
export type CommandName =
  | 'change-password'
  | 'verify-phone'
  | 'change-phone'
  | 'change-email'
  | 'bind-authenticator'
  | 'unbind-authenticator'
  | 'anti-phishing-code'
  | 'remit'
  | 'add-blockchain-address'
  | 'add-bank-account'
  | 'edit-bank-account'
  | 'crypto-withdraw'
  | 'fiat-withdraw'
  | 'auto-redemption';

/** An act that was reviewed, between its page and its codes. In memory only: a reload or the session's end begins it again. */
export interface PendingCommand {
  /** The last part of its verification page's path. */
  action: CommandName;
  review: ActReview;
  /** Where it is begun again, where that is not where acts of its name begin. */
  startsAt?: string;
  /** What the codes are for, under the title. */
  intro: MessageId;
  /** Does it, with the review as its intent. @throws ApiError */
  act(intent: ActReview, mfa: readonly MfaCheck[]): Promise<void>;
  /** Where to once it is done; undefined where `act` itself goes on. */
  goesTo?: string;
}

export const pendingCommand = createSessionStore<PendingCommand | undefined>(undefined);

/** Keeps a reviewed act for its verification page. @returns that page's path */
export function startVerification(pending: PendingCommand): `/security-verification/${CommandName}` {
  pendingCommand.set(pending);
  return `/security-verification/${pending.action}`;
}
