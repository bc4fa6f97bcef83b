import type { ColumnType } from 'kysely';

// Types of columns that say more than the catalogue does. scripts/database-types.ts says which column has which.

/** Read as a value, written as JSON text. */
export type Json<T> = ColumnType<T, string, string>;

export type Details = Record<string, string>;

/** The way in which a customer proves a command. */
export type Factor = (typeof factors)[number];
export const factors = ['sms', 'email', 'authenticator', 'recovery code'] as const;

/** Groups of check types: one check of each group is required. */
export type CheckGroups = readonly (readonly (1 | 2 | 3)[])[];

/** Types of live events. */
export type EventType = 'logout' | '406' | 'wallet_user_updated' | 'wallet_account_updated';

/** Public key that clients seal to (RFC 7517). */
export interface SealingJwk {
  kty: 'RSA';
  n: string;
  e: string;
  kid: string;
  alg: 'RSA-OAEP-256';
  use: 'enc';
}

/** Who makes a transition: a role, never a person. */
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

export type RunStatus = 'processing' | 'completed' | 'failed';
