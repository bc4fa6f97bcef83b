import type { ActReview, MfaCheck } from '@wusd/api-sdk/core';
import type { MessageId } from '@wusd/i18n';
import { createSessionValue } from './session-value.ts';

/** Acts that are proved on a verification page of their own. */
export type ActionName =
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
export interface PendingAct {
  /** The last part of its verification page's path. */
  action: ActionName;
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

export const pendingAct = createSessionValue<PendingAct | undefined>(undefined);

/** Keeps a reviewed act for its verification page. @returns that page's path */
export function proveAct(pending: PendingAct): `/security-verification/${ActionName}` {
  pendingAct.set(pending);
  return `/security-verification/${pending.action}`;
}
