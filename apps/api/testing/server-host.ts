import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLogger } from '../src/logging.ts';
import { type Server, startServer } from '../src/server.ts';
import { readSettings } from '../src/settings.ts';

// One process that is many servers, one after another or beside each other, each with its own settings and database: starting a
// process for each would cost more than most tests do. Who kills a server gives it a process of its own.

export type Order = { id: number; start: NodeJS.ProcessEnv } | { id: number; stop: string };
export type Answer = { id: number; url?: string; failed?: string };

const dataFolder = join(dirname(fileURLToPath(import.meta.url)), '../../../.data');
const servers = new Map<string, Server>();

async function follow(order: Order): Promise<Omit<Answer, 'id'>> {
  if ('stop' in order) {
    await servers.get(order.stop)?.close();
    servers.delete(order.stop);
    return {};
  }
  const settings = readSettings(order.start);
  const server = await startServer({
    settings,
    dataFolder,
    webRoot: order.start.WUSD_WEB_ROOT || undefined,
    log: createLogger(settings),
  });
  const url = `http://127.0.0.1:${new URL(server.url).port}`;
  servers.set(url, server);
  return { url };
}

process.on('message', (order: Order) => {
  void follow(order)
    .catch((error: unknown) => ({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }))
    .then((answer) => process.send?.({ id: order.id, ...answer }));
});
// Whoever started this is gone.
process.on('disconnect', () => process.exit(0));
