import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@wusd/api/embedded-postgres';
import { createClient } from '@wusd/server-kit/connections';
import { parseJson } from '@wusd/server-kit/json';
import * as v from 'valibot';

/** Programs of the Debian package postgresql-15. */
export const programs = '/usr/lib/postgresql/15/bin';
/** PostgreSQL does not run as root. If this process is root, PostgreSQL runs as `nobody`, which must own its files. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;
const stanza = 'wusd';
/** Output of `pgbackrest info`. Sizes are in bytes. */
const backups = v.array(
  v.object({
    backup: v.array(v.object({ info: v.object({ size: v.number(), repository: v.object({ size: v.number() }) }) })),
  }),
);

export interface BackedUpPostgres {
  /** URL of a superuser. */
  url: string;
  /** Makes a base backup. @returns seconds */
  backUp(): number;
  /** Resolves when all commits so far are in the archive. */
  archive(): Promise<void>;
  /** Destroys the database: kills the process and removes its folder. */
  destroy(): void;
  /** Restores the last backup and replays the archive up to a time. @returns seconds of each step */
  restore(to: Date): Promise<{ copy: number; replay: number }>;
  /** Sizes as reported by pgBackRest. */
  sizes(): { database: number; backup: number };
  stop(): Promise<void>;
}

/**
 * Starts Debian's PostgreSQL with pgBackRest backups and an archived write-ahead log.
 *
 * @param folder folder that every account can enter
 */
export async function startBackedUpPostgres(folder: string): Promise<BackedUpPostgres> {
  const home = join(folder, 'product');
  const data = join(home, 'data');
  const configuration = join(folder, 'pgbackrest.conf');
  const own = (path: string): void => {
    if (account) chownSync(path, account.uid, account.gid);
  };
  const folders = ['repository', 'spool', 'lock', 'log'].map((name) => join(folder, name));
  for (const each of folders) {
    mkdirSync(each);
    own(each);
  }
  const [repository, spool, lock, log] = folders;
  const archiveCommand = `pgbackrest --config=${configuration} --stanza=${stanza} archive-push %p`;
  const parameters = { archive_mode: 'on', archive_command: archiveCommand, archive_timeout: '60' };
  const start = () => startEmbeddedPostgres(home, { programs, parameters });
  let server = await start();
  const { hostname, port, password } = new URL(server.url);
  writeFileSync(
    configuration,
    `[global]
repo1-path=${repository}
repo1-cipher-type=aes-256-cbc
repo1-cipher-pass=of-a-drill
repo1-retention-full=2
compress-type=zst
start-fast=y
process-max=2
spool-path=${spool}
lock-path=${lock}
log-path=${log}
log-level-console=warn
[${stanza}]
pg1-path=${data}
pg1-socket-path=${decodeURIComponent(hostname)}
pg1-port=${port}
pg1-user=postgres
`,
  );
  chmodSync(configuration, 0o600);
  own(configuration);
  const run = (program: string, ...args: string[]): string =>
    execFileSync(program, args, {
      cwd: folder,
      env: { PATH: process.env['PATH'], PGPASSWORD: decodeURIComponent(password) },
      encoding: 'utf8',
      ...account,
    });
  const pgbackrest = (...args: string[]): string =>
    run('pgbackrest', `--config=${configuration}`, `--stanza=${stanza}`, ...args);
  const query = async <Row extends object>(sql: string): Promise<Row | undefined> => {
    const client = createClient({ connectionString: server.url });
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows[0];
    } finally {
      await client.end();
    }
  };
  const until = async (sql: string): Promise<void> => {
    const row = await query<{ is: boolean }>(sql);
    if (row?.is !== true) await until(sql);
  };
  pgbackrest('stanza-create');
  pgbackrest('check');
  return {
    url: server.url,
    backUp: () => secondsOf(() => pgbackrest('backup', '--type=full')),
    async archive() {
      const last = await query<{ file: string }>(`select pg_walfile_name(pg_switch_wal()) as file`);
      await until(`select last_archived_wal >= '${last?.file}' as is from pg_stat_archiver`);
    },
    destroy() {
      run(join(programs, 'pg_ctl'), '-D', data, '-m', 'immediate', '-w', 'stop');
      rmSync(data, { recursive: true });
      mkdirSync(data, { mode: 0o700 });
      own(data);
    },
    async restore(to) {
      const target = to.toISOString().replace('T', ' ').replace('Z', '+00');
      const copy = secondsOf(() =>
        pgbackrest('restore', '--type=time', `--target=${target}`, '--target-action=promote'),
      );
      const begun = performance.now();
      server = await start();
      await until('select not pg_is_in_recovery() as is');
      return { copy, replay: (performance.now() - begun) / 1000 };
    },
    sizes() {
      const [info] = parseJson(backups, pgbackrest('info', '--output=json'));
      const last = info?.backup.at(-1)?.info;
      return { database: last?.size ?? 0, backup: last?.repository.size ?? 0 };
    },
    async stop() {
      if (existsSync(join(data, 'postmaster.pid'))) await server.stop();
    },
  };
}

function secondsOf(work: () => unknown): number {
  const begun = performance.now();
  work();
  return (performance.now() - begun) / 1000;
}
