import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createBlobs } from '../gateways/blobs/index.ts';
import { createGateways, withNodes } from './gateways.ts';
import { systemClock } from '@wusd/server-kit/clock';
import { createSharedClock, type SharedClock } from '../platform/shared-clock.ts';
import { openDatabase } from '../platform/database/database.ts';
import type { Services } from '../domains/services.ts';
import { openNotifier } from '../platform/events/events.ts';
import { createGuard, type Guard, type GuardOptions } from '../gateways/guard/guard.ts';
import { type Logger, silentLogger } from '@wusd/server-kit/logging';
import type { Gateways } from '../gateways/ports.ts';
import { prepareDatabase } from './prepare-database.ts';
import { loadSandbox, type SandboxModule } from './sandbox-module.ts';
import { loadSealingKeys } from '../platform/security/sealing.ts';
import { loadKeyring } from '../platform/security/keyring.ts';
import { createVault } from '../platform/security/vault.ts';
import type { Settings } from './settings.ts';
import { errorCodeOf } from '@wusd/server-kit/errors/error-fields';

export interface OpenOptions {
  settings: Settings;
  /** Folder of the embedded database and, in test mode, of the generated master key. */
  dataFolder: string;
  /** @default a logger that logs nothing */
  log?: Logger;
  /** Replaces gateways, e.g. by test doubles that fail. @default no change */
  wrapGateways?(gateways: Gateways): Gateways;
  /** Starts the deadline of a gateway call. @default a system timer */
  startDeadline?: GuardOptions['startTimer'];
}

/** Services with all settings of the process. */
export interface ServerServices extends Services {
  settings: Settings;
}

export interface OpenedServices {
  services: ServerServices;
  /** Test mode only. */
  sandbox: { module: SandboxModule; clock: SharedClock } | undefined;
  guard: Guard;
  /** URL of a login that can't write, if there is one. */
  readOnlyUrl: string | undefined;
  /** Closes everything that was opened, in reverse order. */
  close(): Promise<void>;
}

/**
 * Opens the services that the server and operator commands share: database, keys, clock and gateways. Migrates the
 * database.
 */
export async function openServices({
  settings,
  dataFolder,
  log = silentLogger,
  wrapGateways = (gateways) => gateways,
  startDeadline,
}: OpenOptions): Promise<OpenedServices> {
  // Executed in reverse order, on close or if opening fails.
  const cleanups: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (let step = cleanups.pop(); step; step = cleanups.pop()) await step();
  };
  try {
    const { applicationUrl, readOnlyUrl, stop } = await prepareDatabase(settings, dataFolder);
    cleanups.push(stop);
    const db = openDatabase(applicationUrl, undefined, { log, limits: settings.timeLimits });
    cleanups.push(() => db.destroy());

    const sharedClock = settings.mode === 'test' ? await createSharedClock(db) : undefined;
    const clock = sharedClock ?? systemClock;
    const masterKey = settings.masterKey ?? localMasterKey(dataFolder);
    const keyring = await loadKeyring(db, clock, { current: masterKey, retired: settings.retiredMasterKeys });
    const vault = createVault(keyring.current);
    const notifier = await openNotifier(db, applicationUrl, { log });
    cleanups.push(() => notifier.close());
    const sandbox = sharedClock ? { module: await loadSandbox(), clock: sharedClock } : undefined;
    const refreshOn = (watchedTopic: string, refresh: () => Promise<void>): void => {
      const run = (): void =>
        void refresh().catch((error: unknown) =>
          log.warn({ event: 'refresh_failed', topic: watchedTopic, err: error }),
        );
      notifier.on((topic) => topic === watchedTopic && run(), run);
    };
    if (sharedClock) refreshOn('clock', sharedClock.refresh);

    // Loads keys of other nodes before any node uses them to encrypt.
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

/** Test mode: the key is generated once and stored beside the data that it encrypts. Production must provide one. */
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
