import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface ServerProcess {
  /** `http://127.0.0.1:port`: not `localhost`, where storage is left plain. */
  url: string;
  process: ChildProcess;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

/** The real server in a process of its own. `isWithWeb` serves the web app too, which must have been built. */
export async function startServerProcess({
  databaseUrl,
  port = 0,
  isWithWeb = false,
  env = {},
}: {
  databaseUrl: string;
  port?: number;
  isWithWeb?: boolean;
  env?: NodeJS.ProcessEnv;
}): Promise<ServerProcess> {
  const child = spawn(
    join(root, 'node_modules/.bin/node'),
    ['--disable-warning=ExperimentalWarning', join(root, 'apps/api/src/main.ts')],
    {
      env: {
        ...process.env,
        // A test runner sets both, and Node warns of it.
        FORCE_COLOR: undefined,
        PORT: String(port),
        DATABASE_URL: databaseUrl,
        // One key for all nodes of one database.
        WUSD_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
        WUSD_DATA_FOLDER: mkdtempSync(join(tmpdir(), 'wusd-')),
        ...(!isWithWeb && { WUSD_WEB_ROOT: '' }),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
  let printed = '';
  const listening = new Promise<string>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
      const found = /ready: http:\/\/localhost:(\d+)/.exec(printed)?.[1];
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
