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
  /** The recipient is saved with the payment, which is held until then. */
  savedUntil?: string | undefined;
}

/** A reviewed command that waits for its codes. It is kept in memory only: after a reload, or in a new session, the customer starts again. */
export interface PendingCommand {
  command: CommandName;
  review: ActReview;
  /** The form to start again from, if it differs from the usual one of the command. */
  restart?: LinkTarget;
  /** Message under the title of the verification page: what the codes approve. */
  intro: MessageId;
  /** Repeated above the codes, so that nobody approves what they don't see. */
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

/** Keeps a reviewed command for its verification page. @returns the path of that page */
export function startVerification(pending: PendingCommand): ReturnType<typeof verificationPath> {
  pendingCommand.set(pending);
  return verificationPath(pending.command);
}
