import type { Clock } from '../clock.ts';
import type { Db } from '../database/database.ts';
import type { WakeUps } from '../events/events.ts';
import type { Outside } from '../ports/index.ts';
import type { Logger } from '../logging.ts';
import type { KeyringStore } from '../security/keyring.ts';
import type { SealingKeys } from '../security/sealing.ts';
import type { Vault } from '../security/vault.ts';
import type { Settings } from '../settings.ts';

/** What every domain is given. Nothing in a domain reaches for anything else. */
export interface Services {
  settings: Settings;
  log: Logger;
  db: Db;
  clock: Clock;
  vault: Vault;
  keyring: KeyringStore;
  sealingKeys: SealingKeys;
  wakeUps: WakeUps;
  outside: Outside;
}
