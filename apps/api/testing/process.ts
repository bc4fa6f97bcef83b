import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { databaseEnvironment } from './databases.ts';
import { testKey } from './production-settings.ts';

export interface ServerProcess {
  /** `http://127.0.0.1:port`: not `localhost`, where storage is left plain. */
  url: string;
  process: ChildProcess;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** One key for all nodes of one database, and for who works on it beside them. */
export const masterKey = testKey('server processes');
/** A machine that runs many tests at once is slow: what a limit is for has tests of its own. */
export const patientLimits = {
  WUSD_DB_ACQUIRE_TIMEOUT: '30000',
  WUSD_DB_LOCK_TIMEOUT: '30000',
  WUSD_DB_STATEMENT_TIMEOUT: '30000',
  WUSD_READINESS_TIMEOUT: '20000',
};
const node = ['--disable-warning=ExperimentalWarning'];
const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

/** The real server in a process of its own. `isWithWeb` serves the web app too, which must have been built. */
export async function startServerProcess({
  databaseUrl,
  port = 0,
  isWithWeb = false,
  entry = 'src/main.ts',
  env = {},
}: {
  /** Of the database's owner. */
  databaseUrl: string;
  port?: number;
  isWithWeb?: boolean;
  /** What is run, from the folder of the API. */
  entry?: string;
  env?: NodeJS.ProcessEnv;
}): Promise<ServerProcess> {
  const child = spawn(join(root, 'node_modules/.bin/node'), [...node, join(root, 'apps/api', entry)], {
    env: {
      ...process.env,
      // A test runner sets both, and Node warns of it.
      FORCE_COLOR: undefined,
      // Compiled once and not for every server that is started.
      NODE_COMPILE_CACHE: join(root, '.cache/node'),
      PORT: String(port),
      ...databaseEnvironment(databaseUrl),
      WUSD_MASTER_KEY: masterKey,
      ...patientLimits,
      ...(!isWithWeb && { WUSD_WEB_ROOT: '' }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let printed = '';
  const listening = new Promise<string>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
      // A server in production tells its log alone.
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

/** The operators' command, as it is typed. What it prints is in `out`, whichever way it goes. */
export function runOperator(
  { databaseUrl, env = {} }: { databaseUrl: string; env?: NodeJS.ProcessEnv },
  ...args: string[]
): Promise<{ code: number; out: string }> {
  return new Promise((resolve) => {
    execFile(
      join(root, 'node_modules/.bin/node'),
      [...node, join(root, 'apps/api/src/operator.ts'), ...args],
      { env: { ...process.env, ...databaseEnvironment(databaseUrl), WUSD_MASTER_KEY: masterKey, ...env } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, out: (stdout + stderr).trim() }),
    );
  });
}
