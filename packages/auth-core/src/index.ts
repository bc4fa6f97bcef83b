export { type Auth, type AuthEvent, type AuthOptions, createAuth, type PendingSignIn } from './auth.js';
export { AuthConnectionError, AuthError, type EndCause } from './errors.js';
export {
  type AuthConfig,
  type Challenge,
  type Check,
  type CheckType,
  type Credentials,
  type Grant,
  type GrantContext,
  type SignInAttempt,
  type TokenAnswer,
} from './grant.js';
export type { CallEnvironment } from './internal/call.js';
export type { SealingKey } from './seal.js';
export { type AuthUser, createSessionState, type SessionState, type SessionStateStore } from './session-state.js';
export { createMemoryStore, type TokenSet, type TokenStore } from './store/store.js';
export { createBrowserTabs, type TabMessage, type Tabs } from './tabs.js';
export type { Wakes } from './wakes.js';
