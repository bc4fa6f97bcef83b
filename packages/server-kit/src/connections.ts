import pg from 'pg';
import type { Logger } from './logging.ts';

/** TCP keep-alive detects a peer that disappeared without closing the connection. */
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/** A pool in which a lost connection is logged and replaced. */
export function createPool(config: pg.PoolConfig, log?: Logger): pg.Pool {
  const pool = new pg.Pool({ ...keepAlive, ...config });
  const reportLoss = (error: Error): void => {
    log?.warn({ event: 'database_connection_lost', pool: config.application_name, err: error }, 'connection lost');
  };
  // A client without an 'error' listener ends the process. The pool listens only while a client is idle.
  pool.on('connect', (client) => client.on('error', reportLoss));
  pool.on('error', () => {});
  return pool;
}

/** A single connection. Its loss makes the current query fail, or the next one. */
export function createClient(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client({ ...keepAlive, ...config });
  client.on('error', () => {});
  return client;
}
