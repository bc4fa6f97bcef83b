import type { SharedClock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import type { Services } from '../domains/services.ts';
import type { Handlers } from '../platform/contract/operations.ts';
import type { BlobPort, Gateways } from '../gateways/ports.ts';
import type { Settings } from './settings.ts';

/** What the sandbox folder offers. The rest of the server knows only this shape, and does without it in production. */
export interface SandboxModule {
  createSimulators(db: Db, clock: SharedClock, pace: Settings['sandboxPace'], blobs: BlobPort): Gateways;
  sandboxHandlers(services: Services, clock: SharedClock): Handlers;
  /**
   * Creates the demo customers once and answers them, to be printed.
   *
   * @param hasYear whether one of them has a past, which is lived before anything else happens
   */
  seedDemoCustomers(services: Services, hasYear: boolean): Promise<DemoCustomer[]>;
}

export interface DemoCustomer {
  email: string;
  password: string;
  description: string;
}

/** Loaded by name at run time, so that a server without the folder still compiles. */
export async function loadSandbox(): Promise<SandboxModule> {
  const path = '../sandbox/index.ts';
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- that is what index.ts of the sandbox exports
  const module = (await import(path)) as { sandbox: SandboxModule };
  return module.sandbox;
}
