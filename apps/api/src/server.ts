import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { createOutside } from './adapters/index.ts';
import { createApp } from './app.ts';
import { createSharedClock, systemClock } from './clock.ts';
import { migrate, openDatabase } from './database/database.ts';
import { startEmbeddedPostgres } from './database/embedded.ts';
import type { Services } from './domains/services.ts';
import { openWakeUps } from './events/events.ts';
import { prepareLedger } from './ledger/ledger.ts';
import { type DemoCustomer, loadSandbox } from './sandbox-module.ts';
import { loadSealingKeys } from './security/sealing.ts';
import { createVault } from './security/vault.ts';
import type { Settings } from './settings.ts';
import { startWorkers } from './workers.ts';

export interface ServerOptions {
  settings: Settings;
  /** Where the embedded database and, in test mode, the generated master key live. */
  dataFolder: string;
  webRoot: string | undefined;
  logger?: FastifyServerOptions['logger'];
}

export interface Server {
  app: FastifyInstance;
  services: Services;
  /** Where it listens, e.g. `http://127.0.0.1:8080`. */
  url: string;
  /** Test mode only. */
  demoCustomers: DemoCustomer[];
  /** Ends streams, finishes calls and work under way, and closes the database. */
  close(): Promise<void>;
}

/** Starts one node: database, schema, workers, HTTP. Any number may share one PostgreSQL. */
export async function startServer({ settings, dataFolder, webRoot, logger }: ServerOptions): Promise<Server> {
  // Undone in reverse order, whether the start fails half-way or the server is closed.
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

    const isTest = settings.mode === 'test';
    const sharedClock = isTest ? await createSharedClock(db) : undefined;
    const clock = sharedClock ?? systemClock;
    const vault = createVault(settings.masterKey ?? localMasterKey(dataFolder));
    const wakeUps = await openWakeUps(db, url);
    undo.push(() => wakeUps.close());
    const sandbox = sharedClock ? { module: await loadSandbox(), clock: sharedClock } : undefined;
    if (sharedClock) wakeUps.on((topic) => topic === 'clock' && void sharedClock.refresh().catch(() => {}));

    const services: Services = {
      settings,
      db,
      clock,
      vault,
      wakeUps,
      sealingKeys: await loadSealingKeys(db, vault, clock),
      outside: sandbox ? sandbox.module.createSimulators(db, sandbox.clock) : createOutside(settings),
    };
    const app = await createApp({
      services,
      webRoot,
      logger,
      sandboxHandlers: sandbox ? sandbox.module.sandboxHandlers(services, sandbox.clock) : {},
    });
    const workers = startWorkers(
      services,
      (error) => app.log.error({ err: error }, 'background round failed'),
      sharedClock?.refresh,
    );
    undo.push(() => workers.stop());
    undo.push(() => app.close());
    const demoCustomers = sandbox ? await sandbox.module.seedDemoCustomers(services) : [];
    return { app, services, demoCustomers, close, url: await app.listen({ port: settings.port, host: settings.host }) };
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
