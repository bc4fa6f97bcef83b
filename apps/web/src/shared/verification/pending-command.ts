import type { ActReview, MfaCheck, Review } from '@wusd/api-sdk/core';
import type { MessageId } from '@wusd/i18n';
import type { LinkTarget } from '../routing/link.tsx';
import type { RoutePath } from '../routing/route-table.ts';
import { createSessionStore } from '../session/session-store.ts';

/** Commands that need codes. Each has a verification page, `/security-verification/<name>`. */
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

/** The money that the codes of a payment approve. */
export interface ApprovedPayment extends Pick<Review, 'sends' | 'receives' | 'fees' | 'arrivesBy'> {
  /** Name of the recipient; undefined for a swap. */
  recipient: string | undefined;
  /** The payment saves the recipient, and is held until this time. */
  savedUntil?: string | undefined;
}

/** A reviewed command that waits for its codes. In memory only: a reload or the end of the session discards it. */
export interface PendingCommand {
  command: CommandName;
  review: ActReview;
  /** The form to start again from, if it differs from the usual one of the command. */
  restart?: LinkTarget;
  /** Message under the title of the verification page: what the codes approve. */
  intro: MessageId;
  /** Shown with the codes, so that customers see the payment that they approve. */
  payment?: ApprovedPayment;
  /** Executes the command with the review as its intent. @throws ApiError */
  execute(intent: ActReview, mfa: readonly MfaCheck[]): Promise<void>;
  /** Page to open after success; undefined if `execute` navigates. */
  redirectTo?: RoutePath;
}

export const pendingCommand = createSessionStore<PendingCommand | undefined>(undefined);

/** Path of the page that verifies a command. */
export const verificationPath = <Name extends CommandName>(command: Name) =>
  `/security-verification/${command}` as const;

/** Stores a reviewed command for its verification page. @returns path of that page */
export function startVerification(pending: PendingCommand): ReturnType<typeof verificationPath> {
  pendingCommand.set(pending);
  return verificationPath(pending.command);
}
