import type { components } from '@wusd/api-sdk/operations';
import type { ColumnType } from 'kysely';

// Column types that are more precise than the database catalogue. scripts/database-types.ts maps columns to them.

/** A JSON column: queries return a value, and statements write JSON text. */
export type Json<T> = ColumnType<T, string, string>;

export type Details = Record<string, string>;

/** A means by which a customer authorizes a command. */
export type Factor = (typeof factors)[number];
export const factors = ['sms', 'email', 'authenticator', 'recovery code', 'passkey'] as const;

/** Groups of check types: one check of each group is required. */
export type CheckGroups = readonly (readonly (1 | 2 | 3 | 4)[])[];

/** Types of live events. */
export type EventType = 'logout' | '406' | 'wallet_user_updated' | 'wallet_account_updated' | 'notifications_updated';

export type NotificationKind = components['schemas']['NotificationKind'];
export type NotificationChannel = components['schemas']['NotificationChannel'];

/** One kind of notification on one channel. */
export type NotificationSwitch = `${NotificationKind}/${NotificationChannel}`;

/** Public key with which clients encrypt (RFC 7517). */
export interface SealingJwk {
  kty: 'RSA';
  n: string;
  e: string;
  kid: string;
  alg: 'RSA-OAEP-256';
  use: 'enc';
}

/** The role that performs a transition, never a person. */
export type Actor = 'customer' | 'Operations' | 'system';

export type DestinationStatus = 'pending add' | 'active' | 'inactive' | 'disabled' | 'pending delete' | 'gone';

export type OrderStatus =
  | 'pending approval'
  | 'processing'
  | 'completed'
  | 'failed'
  | 'rate expired'
  | 'order cancelled'
  | 'rejected';

export type DepositStatus = 'processing' | 'to be confirmed' | 'completed' | 'failed' | 'rejected';

export type WithdrawalStatus =
  | 'to be processed'
  | 'to be confirmed'
  | 'processing'
  | 'completed'
  | 'failed'
  | 'cancelled'
  | 'rejected';

export type FiatDepositStatus = 'to be confirmed' | 'processing' | 'completed' | 'rejected' | 'cancelled';

export type FiatWithdrawalStatus =
  | 'to be processed'
  | 'processing'
  | 'completed'
  | 'failed'
  | 'transferred manually'
  | 'cancelled'
  | 'rejected';

/** The fact that a verification document must prove. */
export type VerificationKind = components['schemas']['VerificationKind'];

export type VerificationDocumentStatus = 'uploaded' | 'checking' | 'accepted' | 'rejected' | 'replaced' | 'removed';

export type VerificationPersonStatus = 'uploaded' | 'checking' | 'accepted' | 'rejected' | 'removed';

export type RunStatus = 'processing' | 'completed' | 'failed';
