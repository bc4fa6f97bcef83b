import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLogger } from '@wusd/server-kit/logging';
import { type Server, startServer } from '../src/composition/server.ts';
import { readSettings } from '../src/composition/settings.ts';

// Many servers in one process, each with its own settings and database: starting a process for each server takes
// longer than most tests. A test that kills its server starts a separate process instead (startServerProcess).

/** Starts a server with settings, or stops the server at a URL. */
export type HostRequest = { id: number; start: NodeJS.ProcessEnv } | { id: number; stop: string };
/** Reply to the request with the same id; `error` is the stack of a failure. */
export interface HostReply {
  id: number;
  url?: string;
  error?: string;
}

const dataFolder = join(dirname(fileURLToPath(import.meta.url)), '../../../.data');
const servers = new Map<string, Server>();

async function handle(request: HostRequest): Promise<Omit<HostReply, 'id'>> {
  if ('stop' in request) {
    await servers.get(request.stop)?.close();
    servers.delete(request.stop);
    return {};
  }
  const settings = readSettings(request.start);
  const server = await startServer({
    settings,
    dataFolder,
    webRoot: request.start.WUSD_WEB_ROOT || undefined,
    log: createLogger(settings),
  });
  const url = `http://127.0.0.1:${new URL(server.url).port}`;
  servers.set(url, server);
  return { url };
}

process.on('message', (request: HostRequest) => {
  void handle(request)
    .catch((error: unknown) => ({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }))
    .then((reply) => process.send?.({ id: request.id, ...reply } satisfies HostReply));
});
// The test runner has ended.
process.on('disconnect', () => process.exit(0));
