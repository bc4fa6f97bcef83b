import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createBlobs } from '../gateways/blobs/index.ts';
import { createGateways, withEvmNodes } from './gateways.ts';
import { createSharedClock, type SharedClock, systemClock } from '../platform/clock.ts';
import { openDatabase } from '../platform/database/database.ts';
import type { Services } from '../domains/services.ts';
import { openNotifier } from '../platform/events/events.ts';
import { createGuard, type Guard, type GuardOptions } from '../gateways/guard/guard.ts';
import { type Logger, silentLogger } from '../platform/logging.ts';
import type { Gateways } from '../gateways/ports.ts';
import { prepareDatabase } from './prepare-database.ts';
import { loadSandbox, type SandboxModule } from './sandbox-module.ts';
import { loadSealingKeys } from '../platform/security/sealing.ts';
import { loadKeyring } from '../platform/security/keyring.ts';
import { createVault } from '../platform/security/vault.ts';
import type { Settings } from './settings.ts';
import { errorCodeOf } from '../platform/errors/error-fields.ts';

export interface OpenOptions {
  settings: Settings;
  /** Where the embedded database and, in test mode, the generated master key live. */
  dataFolder: string;
  /** @default none: nothing is logged */
  log?: Logger;
  /** Wraps the gateways, e.g. by doubles that fail. @default as they are */
  wrapGateways?(gateways: Gateways): Gateways;
  /** Starts the deadline of a call to a gateway. @default a timer of the system */
  startDeadline?: GuardOptions['startTimer'];
}

/** With all settings of the process. */
export interface ServerServices extends Services {
  settings: Settings;
}

export interface OpenedServices {
  services: ServerServices;
  /** Test mode only. */
  sandbox: { module: SandboxModule; clock: SharedClock } | undefined;
  guard: Guard;
  /** Of a database login that can't write, where there is one. */
  readOnlyUrl: string | undefined;
  /** Undoes what was opened, in reverse. */
  close(): Promise<void>;
}

/** What the server and the operators' commands both stand on: the database brought up to date, keys, clock, the outside. */
export async function openServices({
  settings,
  dataFolder,
  log = silentLogger,
  wrapGateways = (gateways) => gateways,
  startDeadline,
}: OpenOptions): Promise<OpenedServices> {
  // Undone in reverse order, whether opening fails half-way or all is closed.
  const undo: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  };
  try {
    const { applicationUrl, readOnlyUrl, stop } = await prepareDatabase(settings, dataFolder);
    undo.push(stop);
    const db = openDatabase(applicationUrl, undefined, { log, limits: settings.timeLimits });
    undo.push(() => db.destroy());

    const sharedClock = settings.mode === 'test' ? await createSharedClock(db) : undefined;
    const clock = sharedClock ?? systemClock;
    const masterKey = settings.masterKey ?? localMasterKey(dataFolder);
    const keyring = await loadKeyring(db, clock, { current: masterKey, retired: settings.retiredMasterKeys });
    const vault = createVault(keyring.current);
    const notifier = await openNotifier(db, applicationUrl, { log });
    undo.push(() => notifier.close());
    const sandbox = sharedClock ? { module: await loadSandbox(), clock: sharedClock } : undefined;
    const refreshOn = (own: string, refresh: () => Promise<void>): void => {
      const run = (): void =>
        void refresh().catch((error: unknown) => log.warn({ event: 'refresh_failed', topic: own, err: error }));
      notifier.on((topic) => topic === own && run(), run);
    };
    if (sharedClock) refreshOn('clock', sharedClock.refresh);

    // A key that another node has made is read long before anything is sealed under it.
    refreshOn('keys', () => keyring.refresh());

    const guard = createGuard({ clock, db, log, ...(startDeadline && { startTimer: startDeadline }) });
    const services: ServerServices = {
      settings,
      log,
      db,
      clock,
      vault,
      keyring,
      notifier,
      sealingKeys: await loadSealingKeys(db, vault, clock),
      gateways: guard.wrap(
        wrapGateways(
          sandbox
            ? withEvmNodes(
                sandbox.module.createSimulators(
                  db,
                  sandbox.clock,
                  settings.sandboxPace,
                  createBlobs(settings.blobs ?? { kind: 'disk', folder: join(dataFolder, 'blobs') }),
                ),
                settings,
              )
            : createGateways(settings),
        ),
      ),
    };
    return { services, sandbox, readOnlyUrl, guard, close };
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
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  }
  return Buffer.from(readFileSync(file, 'utf8'), 'base64');
}
