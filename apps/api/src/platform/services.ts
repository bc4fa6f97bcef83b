import type { Clock } from '@wusd/server-kit/clock';
import type { Db } from './database/database.ts';
import type { Notifier } from './events/events.ts';
import type { Logger } from '@wusd/server-kit/logging';
import type { KeyringStore } from './security/keyring.ts';
import type { SealingKeys } from './security/sealing.ts';
import type { Vault } from './security/vault.ts';

/** Dependencies of the platform, the ledger and commands. */
export interface PlatformServices {
  settings: PlatformSettings;
  log: Logger;
  db: Db;
  clock: Clock;
  vault: Vault;
  keyring: KeyringStore;
  sealingKeys: SealingKeys;
  notifier: Notifier;
}

/** The relying party of passkeys (WebAuthn level 3). */
export interface RelyingParty {
  /** Domain that passkeys belong to. */
  rpId: string;
  /** Origins of pages that may use passkeys, or {@link anyLocalPort}. */
  origins: string[];
}

/** Replaces an origin in test mode, because development servers choose their own ports. */
export const anyLocalPort = 'http://localhost:*';

/** The settings that the platform and commands read. */
export interface PlatformSettings {
  mode: 'test' | 'production';
  /** Maximum number of SMS per day (UTC); a fifth is reserved for customers who approve a command in a session. */
  smsDailyCap: number;
  passkeys: RelyingParty;
}
