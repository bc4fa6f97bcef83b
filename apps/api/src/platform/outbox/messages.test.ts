import { createSecretKey } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { Clock } from '@wusd/server-kit/clock';
import { type Db, openDatabase, transact } from '../database/database.ts';
import { enqueueMessage, relayMessages } from './messages.ts';
import type { Gateways } from '../../gateways/ports.ts';
import { createVault } from '../security/vault.ts';
import { applicationUrl, createTestDatabase } from '../../../testing/databases.ts';

const key = createSecretKey(Buffer.alloc(32, 5));
const vault = createVault(() => ({ sealing: new Map([['0000000a', key]]), current: '0000000a', indexing: key }));
let time = Date.UTC(2026, 0, 1);
const clock: Clock = { now: () => new Date(time) };
let db: Db;

beforeAll(async () => {
  db = openDatabase(applicationUrl(await createTestDatabase(inject('postgresUrl'))));
});
afterAll(() => db.destroy());
beforeEach(() => db.deleteFrom('message').execute());

/** Gateways that record the messages they accept, after the given number of failures. */
function createGateways(failures = 0) {
  const taken: { channel: string; id: string; to: string }[] = [];
  let left = failures;
  const take = (channel: string) => async (message: { id: string; to: string }) => {
    if (left > 0) {
      left -= 1;
      throw new Error('away');
    }
    taken.push({ channel, id: message.id, to: message.to });
  };
  const gateways: Pick<Gateways, 'mail' | 'sms'> = { mail: { send: take('email') }, sms: { send: take('sms') } };
  return { taken, gateways };
}
const enqueue = (to: string, channel: 'email' | 'sms' = 'email') =>
  transact(db, (trx) => enqueueMessage(trx, clock, vault, { channel, to, subject: 's', text: 't' }));

test('each message is sent once through its channel by four concurrent relays', async () => {
  for (let index = 0; index < 20; index += 1) await enqueue(`${index}`, index % 2 ? 'sms' : 'email');
  const { taken, gateways } = createGateways();
  await Promise.all(Array.from({ length: 4 }, () => relayMessages(db, clock, vault, gateways)));
  expect(taken.map(({ to }) => Number(to)).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, index) => index),
  );
  expect(taken.filter(({ channel }) => channel === 'sms')).toHaveLength(10);
});

test('a message of a transaction that rolls back is never sent', async () => {
  const { taken, gateways } = createGateways();
  const failing = transact(db, async (trx) => {
    await enqueueMessage(trx, clock, vault, { channel: 'sms', to: '1', subject: '', text: 't' });
    throw new Error('changed its mind');
  });
  await expect(failing).rejects.toThrow('changed its mind');
  await relayMessages(db, clock, vault, gateways);
  expect(taken).toEqual([]);
});

test('a message to a failing gateway is retried after a growing delay', async () => {
  await enqueue('1');
  const { taken, gateways } = createGateways(2);
  expect(await relayMessages(db, clock, vault, gateways, { random: () => 1 })).toBe(1);
  expect(await relayMessages(db, clock, vault, gateways, { random: () => 1 })).toBe(0);
  time += 5001;
  expect(await relayMessages(db, clock, vault, gateways, { random: () => 1 })).toBe(1);
  time += 5001;
  expect(await relayMessages(db, clock, vault, gateways, { random: () => 1 })).toBe(0);
  time += 5001;
  expect(await relayMessages(db, clock, vault, gateways, { random: () => 1 })).toBe(1);
  expect(taken).toHaveLength(1);
});

test('a message of a node that died while sending is sent when its lease expires', async () => {
  await enqueue('1');
  const dying: Pick<Gateways, 'mail' | 'sms'> = {
    mail: { send: () => new Promise<never>(() => {}) },
    sms: { send: async () => {} },
  };
  void relayMessages(db, clock, vault, dying);
  const { taken, gateways } = createGateways();
  while ((await db.selectFrom('message').select('attempts').executeTakeFirst())?.attempts !== 1);
  await relayMessages(db, clock, vault, gateways);
  expect(taken).toEqual([]);
  time += 60_001;
  await relayMessages(db, clock, vault, gateways);
  expect(taken).toHaveLength(1);
});

test('a queued message is encrypted in the database (control 24)', async () => {
  await enqueue('mei@example.com');
  const row = await db.selectFrom('message').selectAll().executeTakeFirstOrThrow();
  expect(row.sealed.toString('latin1')).not.toContain('mei@example.com');
});
