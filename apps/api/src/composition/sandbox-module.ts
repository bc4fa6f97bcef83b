import type { SharedClock } from '../platform/shared-clock.ts';
import type { Db } from '../platform/database/database.ts';
import type { Services } from '../domains/services.ts';
import type { Handlers } from '../platform/contract/operations.ts';
import type { BlobPort, Gateways } from '../gateways/ports.ts';
import type { Settings } from './settings.ts';

/** Exports of the sandbox folder. The server depends on this interface only, and loads the folder in test mode only. */
export interface SandboxModule {
  createSimulators(db: Db, clock: SharedClock, pace: Settings['sandboxPace'], blobs: BlobPort): Gateways;
  sandboxHandlers(services: Services, clock: SharedClock): Handlers;
  /**
   * Creates the demo customers once.
   *
   * @param hasYear whether to simulate a year of history for one of them first
   * @returns the customers, for the start message
   */
  seedDemoCustomers(services: Services, hasYear: boolean): Promise<DemoCustomer[]>;
}

export interface DemoCustomer {
  email: string;
  password: string;
  description: string;
}

/** Loads the sandbox by name at run time, so that a server without the folder compiles. */
export async function loadSandbox(): Promise<SandboxModule> {
  const path = '../sandbox/index.ts';
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- that is what index.ts of the sandbox exports
  const module = (await import(path)) as { sandbox: SandboxModule };
  return module.sandbox;
}
