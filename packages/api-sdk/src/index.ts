export {
  type AuthUser,
  type Config,
  createWalletClient,
  type Money,
  type OtcRate,
  type OtcRateQuery,
  type OtpSent,
  type SandboxEvent,
  type SandboxMailbox,
  type WalletAccount,
  type WalletAccountQuery,
  type WalletClient,
} from './client.js';
export { ApiError, ConnectionError, type ErrorDetails, TimeoutError, WalletError } from './errors.js';
export type { Page, Pages } from './internal/pages.js';
export type { operations } from './generated/schema.js';
export type { CallOptions, TokenProvider, TransportOptions } from './internal/transport.js';
