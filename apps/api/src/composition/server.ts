import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import { observeBusiness } from './business-metrics.ts';
import { disableProhibitedAccounts } from '../domains/destinations/bank-accounts/transitions.ts';
import type { Commands } from '../commands/command.ts';
import { type OpenOptions, openServices, type ServerServices } from './open-services.ts';
import type { DemoCustomer } from './sandbox-module.ts';
import { startWorkers } from './workers.ts';

export interface ServerOptions extends OpenOptions {
  webRoot: string | undefined;
  commands?: Commands;
}

export interface Server {
  app: FastifyInstance;
  services: ServerServices;
  /** Base URL, e.g. `http://127.0.0.1:8080`. */
  url: string;
  /** Test mode only. */
  demoCustomers: DemoCustomer[];
  /** Ends event streams, waits for calls and jobs in progress, and closes the database. */
  close(): Promise<void>;
}

/** Starts a node: database, background queues and HTTP. Any number of nodes can share one PostgreSQL. */
export async function startServer({ webRoot, commands, ...options }: ServerOptions): Promise<Server> {
  const { services, sandbox, guard, close: closeServices } = await openServices(options);
  const { settings } = services;
  const cleanups: (() => Promise<unknown>)[] = [closeServices];
  const close = async (): Promise<void> => {
    for (let step = cleanups.pop(); step; step = cleanups.pop()) await step();
  };
  try {
    const app = await createApp({
      services,
      ...(commands && { commands }),
      webRoot,
      sandboxHandlers: sandbox ? sandbox.module.sandboxHandlers(services, sandbox.clock) : {},
    });
    // Before the workers start: they must not process the simulated past.
    const demoCustomers = sandbox ? await sandbox.module.seedDemoCustomers(services, settings.hasDemoYear) : [];
    observeBusiness(services);
    await disableProhibitedAccounts(services);
    const workers = startWorkers(services, {
      abortCalls: guard.abort,
      ...(sandbox && { beforeCheck: sandbox.clock.refresh }),
    });
    cleanups.push(
      () => workers.stop(),
      () => app.close(),
    );
    return { app, services, demoCustomers, close, url: await app.listen({ port: settings.port, host: settings.host }) };
  } catch (error) {
    await close();
    throw error;
  }
}
