import type pg from 'pg';
import { createClient } from '@wusd/server-kit/connections';
import type { Logger } from '@wusd/server-kit/logging';

export type ListenState = 'listening' | 'reconnecting';

export interface ListenTiming {
  /** Milliseconds before the first reconnect. The delay doubles with each attempt, up to ten seconds. */
  reconnectMs?: number;
  /** Milliseconds between checks of the connection. */
  checkMs?: number;
  /** Timeout of a connection attempt, a statement or a check, in milliseconds. */
  answerMs?: number;
}

export interface ListenerOptions extends ListenTiming {
  url: string;
  channel: string;
  log?: Logger | undefined;
  onNotification(payload: string): void;
  /** Called after a reconnect: any number of notifications may have been missed. */
  onMissed(): void;
}

export interface Listener {
  state(): ListenState;
  close(): Promise<void>;
}

const longestReconnectMs = 10_000;

/**
 * A LISTEN that reconnects. A periodic check detects and replaces a connection that no longer answers.
 *
 * @throws the error of the first connection
 */
export async function openListener({
  url,
  channel,
  log,
  reconnectMs = 100,
  checkMs = 10_000,
  answerMs = 5000,
  onNotification,
  onMissed,
}: ListenerOptions): Promise<Listener> {
  let client: pg.Client | undefined;
  let attempts = 0;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const fresh = createClient({
      connectionString: url,
      application_name: 'wusd-api wake-ups',
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    });
    const lose = (error?: Error): void => replace(fresh, error);
    fresh.on('notification', ({ payload }) => onNotification(payload ?? ''));
    fresh.on('error', lose);
    fresh.on('end', lose);
    client = fresh;
    try {
      await fresh.connect();
      await fresh.query(`listen ${channel}`);
    } catch (error) {
      client = undefined;
      void fresh.end();
      throw error;
    }
    attempts = 0;
    // `close` was called in the meantime.
    if (isClosed) await fresh.end();
    else scheduleCheck(fresh);
  }

  function scheduleCheck(checked: pg.Client): void {
    timer = setTimeout(() => {
      checked.query('select 1').then(
        () => client === checked && !isClosed && scheduleCheck(checked),
        (error: Error) => replace(checked, error),
      );
    }, checkMs);
  }

  function replace(lost: pg.Client, error?: Error): void {
    if (isClosed || client !== lost || attempts > 0) return;
    clearTimeout(timer);
    void lost.end();
    log?.warn({ event: 'listen_lost', err: error }, 'the LISTEN connection was lost');
    scheduleReconnect();
  }

  function scheduleReconnect(): void {
    attempts += 1;
    const longest = Math.min(reconnectMs * 2 ** (attempts - 1), longestReconnectMs);
    // Half of the delay is random, so that nodes that lost PostgreSQL together do not reconnect together.
    timer = setTimeout(() => void reconnect(), (longest * (1 + Math.random())) / 2);
  }

  async function reconnect(): Promise<void> {
    const failed = attempts;
    try {
      await connect();
    } catch (error) {
      if (isClosed) return;
      attempts = failed;
      log?.warn({ event: 'listen_reconnect_failed', attempts, err: error }, 'LISTEN could not be taken up again');
      scheduleReconnect();
      return;
    }
    if (isClosed) return;
    log?.info({ event: 'listen_recovered', attempts: failed }, 'LISTEN was taken up again');
    onMissed();
  }

  await connect();
  return {
    state: () => (attempts === 0 ? 'listening' : 'reconnecting'),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
}
