import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createBlobs } from './adapters/blobs/index.ts';
import { createOutside, withNodes } from './adapters/index.ts';
import { createSharedClock, type SharedClock, systemClock } from './clock.ts';
import { migrate, openDatabase } from './database/database.ts';
import { startEmbeddedPostgres } from './database/embedded.ts';
import type { Services } from './domains/services.ts';
import { openWakeUps } from './events/events.ts';
import { prepareWithdrawalLimits } from './domains/crypto/limits.ts';
import { prepareSwapLimits } from './domains/otc/limits.ts';
import { prepareNetworks } from './domains/crypto/terms.ts';
import { prepareFiatTerms } from './domains/fiat/terms.ts';
import { prepareTerms } from './domains/otc/terms.ts';
import { prepareLedger } from './ledger/ledger.ts';
import { loadSandbox, type SandboxModule } from './sandbox-module.ts';
import { loadSealingKeys } from './security/sealing.ts';
import { loadKeyring } from './security/keyring.ts';
import { createVault } from './security/vault.ts';
import type { Settings } from './settings.ts';

export interface OpenOptions {
  settings: Settings;
  /** Where the embedded database and, in test mode, the generated master key live. */
  dataFolder: string;
}

export interface Opened {
  services: Services;
  /** Test mode only. */
  sandbox: { module: SandboxModule; clock: SharedClock } | undefined;
  /** Undoes what was opened, in reverse. */
  close(): Promise<void>;
}

/** What the server and the operators' commands both stand on: the database brought up to date, keys, clock, the outside. */
export async function openServices({ settings, dataFolder }: OpenOptions): Promise<Opened> {
  // Undone in reverse order, whether opening fails half-way or all is closed.
  const undo: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    // oxlint-disable-next-line no-await-in-loop -- each depends on what was opened before it
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  };
  try {
    let url = settings.databaseUrl;
    if (url === undefined) {
      const embedded = await startEmbeddedPostgres(join(dataFolder, 'postgres'));
      undo.push(() => embedded.stop());
      ({ url } = embedded);
    }
    await migrate(url);
    const db = openDatabase(url);
    undo.push(() => db.destroy());
    await prepareLedger(url);
    await prepareTerms(url);
    await prepareNetworks(url);
    await prepareWithdrawalLimits(url);
    await prepareSwapLimits(url);
    await prepareFiatTerms(url);

    const sharedClock = settings.mode === 'test' ? await createSharedClock(db) : undefined;
    const clock = sharedClock ?? systemClock;
    const masterKey = settings.masterKey ?? localMasterKey(dataFolder);
    const keyring = await loadKeyring(db, clock, { current: masterKey, retired: settings.retiredMasterKeys });
    const vault = createVault(keyring.current);
    const wakeUps = await openWakeUps(db, url);
    undo.push(() => wakeUps.close());
    const sandbox = sharedClock ? { module: await loadSandbox(), clock: sharedClock } : undefined;
    if (sharedClock) wakeUps.on((topic) => topic === 'clock' && void sharedClock.refresh().catch(() => {}));

    // A key that another node has made is read long before anything is sealed under it.
    wakeUps.on((topic) => topic === 'keys' && void keyring.refresh().catch(() => {}));

    const services: Services = {
      settings,
      db,
      clock,
      vault,
      keyring,
      wakeUps,
      sealingKeys: await loadSealingKeys(db, vault, clock),
      outside: sandbox
        ? withNodes(
            sandbox.module.createSimulators(
              db,
              sandbox.clock,
              settings.sandboxPace,
              createBlobs(settings.blobs ?? { kind: 'disk', folder: join(dataFolder, 'blobs') }),
            ),
            settings,
            sandbox.clock,
          )
        : createOutside(settings),
    };
    return { services, sandbox, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** In test mode a key is made once and kept beside the data it seals; production brings its own. */
function localMasterKey(dataFolder: string): Buffer {
  const file = join(dataFolder, 'master.key');
  mkdirSync(dataFolder, { recursive: true });
  try {
    writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return Buffer.from(readFileSync(file, 'utf8'), 'base64');
}
