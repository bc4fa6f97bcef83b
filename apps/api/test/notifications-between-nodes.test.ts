import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../src/composition/app.ts';
import { openNotifier, type Notifier } from '../src/platform/events/events.ts';
import { createLogger, type Logger } from '@wusd/server-kit/logging';
import { startDatabaseProxy, terminateBackends } from '../testing/database-faults.ts';
import { createDatabase, type Node, startNode } from '../testing/harness.ts';
import * as v from 'valibot';
import { parseJson } from '@wusd/server-kit/json';

// LISTEN has its own connection. Without it, a node learns of other nodes' commits only by polling.

const applicationName = 'wusd-api wake-ups';
const timing = { reconnectMs: 5, checkMs: 20 };

let database: string;
let node: Node;
beforeAll(async () => {
  database = await createDatabase();
  node = await startNode(database);
});
afterAll(() => node[Symbol.asyncDispose]());

function recordLog(): { log: Logger; events: string[] } {
  const events: string[] = [];
  const log = createLogger(
    { mode: 'production' },
    {
      write(line) {
        const { event } = parseJson(v.object({ event: v.optional(v.string()) }), line);
        if (event !== undefined) events.push(event);
      },
    },
  );
  return { log, events };
}

/** Collects received topics, and counts how often notifications may have been missed. */
function countHeard(notifier: Notifier): { heard: string[]; missed: () => number } {
  const heard: string[] = [];
  let missed = 0;
  notifier.on(
    (topic) => heard.push(topic),
    () => {
      missed += 1;
    },
  );
  return { heard, missed: () => missed };
}

async function until(condition: () => boolean): Promise<void> {
  await expect.poll(condition, { timeout: 20_000, interval: 5 }).toBe(true);
}

test('LISTEN reconnects after its backend was terminated, and subscribers read missed changes again', async () => {
  const { db } = node.server.services;
  const { log, events } = recordLog();
  const notifier = await openNotifier(db, database, { log, ...timing });
  try {
    const { heard, missed } = countHeard(notifier);
    await notifier.send('before');
    await until(() => heard.includes('before'));

    expect(await terminateBackends(database, applicationName)).toBe(2);
    await until(() => missed() === 1);
    expect(notifier.state()).toBe('listening');
    await notifier.send('after');
    await until(() => heard.includes('after'));
    // The node's own jobs also send notifications.
    expect(heard.filter((topic) => topic === 'before' || topic === 'after')).toEqual(['before', 'after']);
    expect(events).toEqual(['listen_lost', 'listen_recovered']);
  } finally {
    await notifier.close();
  }
});

test('a check finds a silent LISTEN connection and replaces it', async () => {
  const proxy = await startDatabaseProxy(database);
  const notifier = await openNotifier(node.server.services.db, proxy.url, {
    ...recordLog(),
    ...timing,
    // Longer than connecting takes on a busy machine.
    answerMs: 3000,
  });
  try {
    const { heard, missed } = countHeard(notifier);
    proxy.silence();
    await until(() => missed() > 0);
    await notifier.send('after');
    await until(() => heard.includes('after'));
    expect(notifier.state()).toBe('listening');
  } finally {
    await notifier.close();
    proxy.close();
  }
});

test('a node without LISTEN is ready and reports it', async () => {
  const proxy = await startDatabaseProxy(database);
  const { services } = node.server;
  const notifier = await openNotifier(services.db, proxy.url, { ...recordLog(), ...timing });
  const app = await createApp({ services: { ...services, notifier }, sandboxHandlers: {}, webRoot: undefined });
  try {
    const readiness = async (): Promise<unknown> => {
      const answer = await app.inject('/readyz');
      return { status: answer.statusCode, body: answer.json() };
    };
    const listening = { status: 200, body: { status: 'ready', database: 'ok', listen: 'listening' } };
    expect(await readiness()).toEqual(listening);
    proxy.close();
    await until(() => notifier.state() === 'reconnecting');
    expect(await readiness()).toEqual({ status: 200, body: { ...listening.body, listen: 'reconnecting' } });
  } finally {
    await app.close();
    await notifier.close();
  }
});

test('a failed notification is logged and throws nothing', async () => {
  const { log, events } = recordLog();
  const proxy = await startDatabaseProxy(database);
  await using other = await startNode(proxy.url);
  const notifier = await openNotifier(other.server.services.db, database, { log, ...timing });
  try {
    proxy.close();
    await notifier.send('lost');
    expect(events).toContain('notify_failed');
  } finally {
    await notifier.close();
  }
});
