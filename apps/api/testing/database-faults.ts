import { readFileSync } from 'node:fs';
import { createServer, connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createClient } from '@wusd/server-kit/connections';
import { portOf } from '@wusd/server-kit/testing/loopback';

/** Marks every connection of one server, so that a test can end exactly those. */
export function withApplicationName(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('application_name', name);
  return url.toString();
}

/** Ends every PostgreSQL backend of that application name on that database; answers how many there were. */
export async function terminateBackends(ownerUrl: string, applicationName: string): Promise<number> {
  const owner = createClient({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const { rowCount } = await owner.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = $1',
      [applicationName],
    );
    return rowCount ?? 0;
  } finally {
    await owner.end();
  }
}

/** Backends of that application name whose last statement is as given. */
export async function countBackends(ownerUrl: string, applicationName: string, query: string): Promise<number> {
  const owner = createClient({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const { rowCount } = await owner.query(
      'select pid from pg_stat_activity where datname = current_database() and application_name = $1 and query ilike $2',
      [applicationName, query],
    );
    return rowCount ?? 0;
  } finally {
    await owner.end();
  }
}

/** Ends PostgreSQL as a crash does (immediate shutdown: no checkpoint, no word to its clients) and waits until it is gone. */
export async function crashPostgres(dataFolder: string): Promise<void> {
  const pid = Number(readFileSync(`${dataFolder}/postmaster.pid`, 'utf8').split('\n')[0]);
  process.kill(pid, 'SIGQUIT');
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await nextTurn();
  }
}

export interface DatabaseProxy {
  /** The same database, through the proxy. */
  url: string;
  /** Delivers nothing more in either direction on the connections that are open, and closes none of them. */
  silence(): void;
  /** Cuts one connection on which that text was sent, after PostgreSQL has committed and before its answer arrives. */
  cutAfterCommitOf(text: string): void;
  /** Leads new connections to another PostgreSQL. */
  retarget(databaseUrl: string): void;
  /** How many commits were cut. */
  readonly commitsCut: number;
  close(): void;
}

/** A URL's host may be the folder of a Unix socket. */
function connectTo({ hostname, port }: URL): Socket {
  const host = decodeURIComponent(hostname);
  return host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(Number(port), host);
}

const commitTag = Buffer.from('COMMIT\0');

/** A TCP proxy in front of PostgreSQL, for faults of the network between it and a server. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  let target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let textToCut: string | undefined;
  let commitsCut = 0;
  const server = createServer((inbound) => {
    const outbound = connectTo(target);
    for (const [from, to] of [
      [inbound, outbound],
      [outbound, inbound],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
    let isToBeCut = false;
    inbound.on('data', (chunk) => {
      isToBeCut ||= textToCut !== undefined && chunk.includes(textToCut);
      outbound.write(chunk);
    });
    outbound.on('data', (chunk) => {
      if (isToBeCut && chunk.includes(commitTag)) {
        textToCut = undefined;
        commitsCut += 1;
        inbound.destroy();
        return;
      }
      inbound.write(chunk);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(portOf(server));
  return {
    url: url.toString(),
    silence() {
      for (const socket of sockets) {
        socket.removeAllListeners('data');
        socket.on('data', () => {});
      }
    },
    cutAfterCommitOf(text) {
      textToCut = text;
    },
    retarget(other) {
      target = new URL(other);
    },
    get commitsCut() {
      return commitsCut;
    },
    close() {
      server.close();
      sockets.forEach((socket) => socket.destroy());
    },
  };
}
