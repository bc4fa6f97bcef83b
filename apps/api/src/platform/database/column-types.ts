import type { ColumnType } from 'kysely';

// Types of columns that say more than the catalogue does. scripts/database-types.ts says which column has which.

/** Read as a value, written as JSON text. */
export type Json<T> = ColumnType<T, string, string>;

export type Details = Record<string, string>;

/** The way in which a customer proves a command. */
export type Factor = 'sms' | 'email' | 'authenticator' | 'recovery code';

/** Who moves an entity; a desk, never a person. */
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
