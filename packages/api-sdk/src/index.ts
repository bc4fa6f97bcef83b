import type { Body, Query, Result } from './internal/types.js';

export { type ClientOf, createClientOf, createWalletClient, type WalletClient } from './client.js';
export { ApiError, ConnectionError, type ErrorDetails, TimeoutError, WalletError } from './errors.js';
export type { operations } from './generated/schema.js';
export type { ActOptions, ChallengeOptions, MfaCheck } from './internal/act.js';
export type { Download } from './internal/download.js';
export type { Page, Pages } from './internal/pages.js';
export type { CallOptions, TokenProvider, TransportOptions } from './internal/transport.js';
export type {
  ActReview,
  BankAccount,
  BankAccountFields,
  BlockchainAddress,
  CryptoTransaction,
  FiatTransaction,
  IdentityFields,
  Money,
  OtcOrder,
  Review,
  SignIn,
  UserAccount,
  WalletAccount,
} from './internal/types.js';
export type { FiatDeposit } from './resources/fiat-transactions.js';
export type { Feedback } from './resources/wallet.js';

export type Config = Result<'getConfig'>;
export type AuthUser = Result<'getAuthUser'>;
export type OtcRate = Result<'getOtcRate'>;
export type OtcRateQuery = Body<'getOtcRate'>;
export type OtpSent = Result<'sendSmsOtp'>;
export type SandboxMailbox = Result<'listSandboxMailbox'>;
export type SandboxEvent = Body<'createSandboxEvent'>;
export type WalletAccountQuery = Query<'searchWalletAccounts'>;
