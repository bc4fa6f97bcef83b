import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@wusd/server-kit/connections';
import { hashPassword, shareOfAddress } from '../src/platform/security/passwords.ts';
import { demoPassword } from '../src/sandbox/demo.ts';
import { createTestDatabase, databaseEnvironment } from './databases.ts';
import { testKey } from './production-settings.ts';
import type { HostReply, HostRequest } from './server-host.ts';

export interface ServerProcess {
  /** `http://127.0.0.1:port`. Not `localhost`, where storage is left plain. */
  url: string;
  process: ChildProcess;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const flags = ['--disable-warning=ExperimentalWarning'];
/** Master key of all nodes of a database, and of tests that use the same database. */
export const masterKey = testKey('server processes');
/** Longer limits for a machine that runs many tests concurrently. The limits themselves have separate tests. */
export const patientLimits = {
  WUSD_DB_ACQUIRE_TIMEOUT: '30000',
  WUSD_DB_LOCK_TIMEOUT: '30000',
  WUSD_DB_STATEMENT_TIMEOUT: '30000',
  WUSD_READINESS_TIMEOUT: '20000',
};
const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

interface StartOptions {
  /** URL of the database's owner. */
  databaseUrl: string;
  port?: number;
  /** Whether to serve the web app, which must be built. */
  isWithWeb?: boolean;
  env?: NodeJS.ProcessEnv;
}

/** Starts the real server in a separate process. @param entry file to run, relative to the API's folder */
export async function startServerProcess({
  entry = 'src/main.ts',
  ...options
}: StartOptions & { entry?: string }): Promise<ServerProcess> {
  const child = spawnNode(entry, { ...process.env, ...settingsOf(options) }, 'pipe');
  let printed = '';
  const listening = new Promise<string>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
      // A server in production mode prints its address only in its log.
      const found = /(?:ready: http:\/\/localhost|listening at http:\/\/127\.0\.0\.1):(\d+)/.exec(printed)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${printed}`)));
  });
  const url = `http://127.0.0.1:${await listening}`;
  return {
    url,
    process: child,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}

/** Real servers in one shared process, which start much faster. A single one of them can't be killed. */
export interface ServerHost {
  /** @returns the server's URL, in the form of `ServerProcess.url` */
  start(options: StartOptions): Promise<string>;
  /** Stops the server at a URL, like SIGTERM. */
  stop(url: string): Promise<void>;
  end(): Promise<void>;
}

export function startServerHost(): ServerHost {
  const child = spawnNode('testing/server-host.ts', process.env, 'ignore');
  const waiting = new Map<number, PromiseWithResolvers<HostReply>>();
  child.on('message', (reply: HostReply) => {
    waiting.get(reply.id)?.resolve(reply);
    waiting.delete(reply.id);
  });
  child.once('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`The process of the servers ended with ${code}.`));
  });
  let requests = 0;
  async function request(command: { start: NodeJS.ProcessEnv } | { stop: string }): Promise<string> {
    const id = ++requests;
    const replied = Promise.withResolvers<HostReply>();
    waiting.set(id, replied);
    child.send({ id, ...command } satisfies HostRequest);
    const { url = '', error } = await replied.promise;
    if (error !== undefined) throw new Error(error);
    return url;
  }
  return {
    start: (options) => request({ start: settingsOf(options) }),
    stop: async (url) => void (await request({ stop: url })),
    async end() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

/**
 * Creates a template database with the demo customers: creating them is most of a server's first start.
 *
 * @returns its name
 */
export async function createDemoTemplate(serverUrl: string): Promise<string> {
  const databaseUrl = await createTestDatabase(serverUrl);
  const host = startServerHost();
  await host.stop(await host.start({ databaseUrl, env: { WUSD_SANDBOX_PACE: 'instant' } }));
  await host.end();
  await setCheapPasswordHash(databaseUrl);
  return new URL(databaseUrl).pathname.slice(1);
}

/**
 * Gives the demo customers a cheap password hash: verifying the recommended one took a fifth of the CPU time of the
 * API tests.
 */
async function setCheapPasswordHash(databaseUrl: string): Promise<void> {
  const hash = await hashPassword(demoPassword, shareOfAddress('demo'), { memory: 64, passes: 1 });
  const client = createClient({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('update customer set password_hash = $1', [hash]);
  } finally {
    await client.end();
  }
}

function settingsOf({ databaseUrl, port = 0, isWithWeb = false, env = {} }: StartOptions): NodeJS.ProcessEnv {
  return {
    PORT: String(port),
    ...databaseEnvironment(databaseUrl),
    WUSD_MASTER_KEY: masterKey,
    ...patientLimits,
    ...(!isWithWeb && { WUSD_WEB_ROOT: '' }),
    ...env,
  };
}

/** Runs a file of the API with the current Node version. */
function spawnNode(entry: string, env: NodeJS.ProcessEnv, stdout: 'pipe' | 'ignore'): ChildProcess {
  return spawn(process.execPath, [...flags, join(root, 'apps/api', entry)], {
    // Test runners set FORCE_COLOR and NO_COLOR, and Node warns about both. The compile cache is shared by all
    // processes.
    env: { ...env, FORCE_COLOR: undefined, NODE_COMPILE_CACHE: join(root, '.cache/node') },
    stdio: ['ignore', stdout, 'inherit', 'ipc'],
  });
}

/** Runs an operator command line. `out` contains its stdout and stderr. */
export function runOperator(
  { databaseUrl, env = {} }: { databaseUrl: string; env?: NodeJS.ProcessEnv },
  ...args: string[]
): Promise<{ code: number; out: string }> {
  return new Promise((resolve) => {
    execFile(
      join(root, 'node_modules/.bin/node'),
      [...flags, join(root, 'apps/api/src/operator.ts'), ...args],
      { env: { ...process.env, ...databaseEnvironment(databaseUrl), WUSD_MASTER_KEY: masterKey, ...env } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, out: (stdout + stderr).trim() }),
    );
  });
}
