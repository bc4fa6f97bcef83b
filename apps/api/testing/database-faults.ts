import { readFileSync } from 'node:fs';
import { createServer, connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createClient } from '@wusd/server-kit/connections';
import { portOf } from '@wusd/server-kit/testing/loopback';

/** Sets an application name for a server's connections, so that a test can terminate exactly those. */
export function withApplicationName(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('application_name', name);
  return url.toString();
}

/** Terminates all PostgreSQL backends with an application name on a database. @returns their number */
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

/** Counts the backends with an application name whose last statement matches the pattern. */
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

/**
 * Crashes PostgreSQL (immediate shutdown without a checkpoint or notice to clients), and waits until the process has
 * ended.
 */
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
  /** URL of the same database through the proxy. */
  url: string;
  /** Stops all traffic on open connections in both directions without closing them. */
  silence(): void;
  /**
   * Closes one connection on which this text was sent, after PostgreSQL has committed and before the answer arrives.
   */
  cutAfterCommitOf(text: string): void;
  /** Routes new connections to another PostgreSQL. */
  retarget(databaseUrl: string): void;
  /** Number of commits whose answer was cut off. */
  readonly commitsCut: number;
  close(): void;
}

/** Connects to a URL whose host may be the folder of a Unix socket. */
function connectTo({ hostname, port }: URL): Socket {
  const host = decodeURIComponent(hostname);
  return host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(Number(port), host);
}

const commitTag = Buffer.from('COMMIT\0');

/** Starts a TCP proxy in front of PostgreSQL, which simulates network faults. */
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
