// All but the client that knows every resource: what a page imports that names its own.
export { type ClientOf, createClientOf } from './client-of.js';
export {
  ApiError,
  type CallError,
  ConnectionError,
  type ErrorDetails,
  type KnownApiError,
  type Operation,
  TimeoutError,
  WalletError,
} from './errors.js';
export type { OperationErrors } from './generated/operations.js';
export type {
  ActOptions,
  Captcha,
  CaptchaOptions,
  ChallengeOptions,
  Mfa,
  MfaCheck,
  MfaRequest,
  MfaSubject,
} from './internal/act.js';
export type { Call, Outcome, Raw } from './internal/call.js';
export type { Download } from './internal/download.js';
export type {
  CallContext,
  CallOptions,
  CallOutcome,
  Middleware,
  TokenProvider,
  TransportOptions,
  WalletEvent,
  WalletRequest,
} from './internal/options.js';
export type { Page, Pages } from './internal/pages.js';
export type {
  Body,
  Query,
  Result,
  ActReview,
  AuthUser,
  AutoRedemption,
  BankAccount,
  BankAccountFields,
  Blocker,
  BlockchainAddress,
  Challenge,
  Check,
  CheckGroup,
  Config,
  CorporateExtras,
  CryptoTransaction,
  DepositAccount,
  DepositAddress,
  ExportJob,
  Fee,
  FiatFee,
  FiatTransaction,
  HistoryEntry,
  Hold,
  IdentityFields,
  Limit,
  Money,
  NextMove,
  OtcOrder,
  OtcRate,
  OtpSent,
  PayoutRoute,
  Precheck,
  RecoveryCodes,
  Review,
  SandboxMailbox,
  SecurityLogEntry,
  SenderAccount,
  SignIn,
  Statement,
  TimelineEntry,
  UserAccount,
  Valuation,
  WalletAccount,
} from './internal/types.js';
export type { FiatDeposit, PayoutRoutesQuery } from './resources/fiat-transactions.js';
export type { Feedback } from './resources/feedback.js';
