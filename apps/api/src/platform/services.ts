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

/** Where passkeys are made and used (WebAuthn level 3). */
export interface RelyingParty {
  /** Domain that passkeys belong to. */
  rpId: string;
  /** Origins of pages that may ask for them, or {@link anyLocalPort}. */
  origins: string[];
}

/** In test mode, in place of an origin: development servers choose ports of their own. */
export const anyLocalPort = 'http://localhost:*';

/** The settings that the platform and commands read. */
export interface PlatformSettings {
  mode: 'test' | 'production';
  /** SMS that leave in one day (UTC) at most; a fifth is reserved for customers who approve something in a session. */
  smsDailyCap: number;
  passkeys: RelyingParty;
}
