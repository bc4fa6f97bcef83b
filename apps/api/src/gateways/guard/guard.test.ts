import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestDatabase } from '../../../testing/databases.ts';
import { listAlerts, type NewAlert } from '../../platform/alerts/alerts.ts';
import type { Clock } from '@wusd/server-kit/clock';
import { type Db, openDatabase } from '../../platform/database/database.ts';
import { createLogger } from '@wusd/server-kit/logging';
import type { Gateways } from '../ports.ts';
import { PayoutRejected } from '@wusd/payouts/payout-port';
import { HttpStatusError } from '@wusd/server-kit/errors/loggable-error';
import { backoffMs } from '../../platform/jobs/backoff.ts';
import { failuresToOpen } from './breaker.ts';
import { createGuard } from './guard.ts';
import { textField } from '@wusd/server-kit/errors/error-fields';
import { methodOf } from '../../../testing/methods.ts';
import { present } from '@wusd/server-kit/testing/present';

let db: Db;
beforeAll(async () => {
  db = openDatabase(await createTestDatabase(inject('postgresUrl')));
});
afterAll(() => db.destroy());

const polygon = 4;
const refused = () => Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:8545'), { code: 'ECONNREFUSED' });

/** A guard with its own clock, whose deadlines the test triggers. */
function setUp(gateways: { [Name in keyof Gateways]?: Partial<Gateways[Name]> }) {
  let time = Date.UTC(2026, 0, 1);
  let lines = '';
  const clock: Clock = { now: () => new Date(time) };
  const log = createLogger(
    { mode: 'production' },
    new Writable({
      write(chunk, _encoding, done) {
        lines += String(chunk);
        done();
      },
    }),
  );
  const deadlines = new Set<() => void>();
  const guard = createGuard({
    clock,
    db,
    log,
    random: () => 1,
    startTimer(onEnd) {
      deadlines.add(onEnd);
      return () => deadlines.delete(onEnd);
    },
  });
  return {
    guard,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a test gives only the ports that it calls
    gateways: guard.wrap(gateways as Gateways),
    deadlines,
    log: () => lines,
    pass: (seconds: number) => {
      time += seconds * 1000;
    },
  };
}

const reasonOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'answered',
    (error: unknown) => textField(error, 'reason'),
  );
const openAlerts = async (): Promise<string[]> => (await listAlerts(db)).map(({ entityId }) => entityId);
const until = (look: () => Promise<boolean> | boolean): Promise<unknown> =>
  expect.poll(look, { timeout: 30_000 }).toBe(true);

/** Blocks other writes of an alert during the work: a transaction inserts the alert and then rolls back. */
async function holdingAlertBack(
  own: Db,
  { kind, entityId }: NewAlert,
  work: (isBlocked: () => Promise<boolean>) => Promise<void>,
): Promise<void> {
  const rolledBack = new Error('rolled back');
  await own
    .transaction()
    .execute(async (trx) => {
      const now = new Date(0);
      await trx
        .insertInto('operator_alert')
        .values({ kind, entity_id: entityId, details: '{}', opened_at: now, last_at: now, count: 1 })
        .execute();
      await work(async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        `.execute(own);
        return rows.length > 0;
      });
      throw rolledBack;
    })
    .catch((error: unknown) => {
      if (error !== rolledBack) throw error;
    });
}

test('a call without an answer ends at its deadline, and its adapter is aborted', async () => {
  const { gateways, deadlines } = setUp({ sms: { send: () => new Promise<never>(() => {}) } });
  const call = reasonOf(gateways.sms.send({ id: 'msg_1', to: '+65', text: '' }));
  for (const end of deadlines) end();
  expect(await call).toBe('timeout');
});

test('every method of every port has a deadline', async () => {
  const hang = () => new Promise<never>(() => {});
  const hanging = new Proxy({}, { get: () => hang });
  const names = [
    'mail',
    'sms',
    'chain',
    'payouts',
    'screening',
    'bank',
    'blobs',
    'rates',
    'captcha',
    'identity',
  ] as const;
  const { gateways, deadlines } = setUp(Object.fromEntries(names.map((name) => [name, hanging])));
  // Also valid as a network id, the first argument of some methods.
  const argument = { networkId: polygon, partnerId: 'dbs', name: '', country: '', toString: () => String(polygon) };
  const methods = names.flatMap((name) => {
    const port = present(gateways[name]);
    return Object.keys(port).map((method) => methodOf(port, method));
  });
  const calls = methods.map((method) => Promise.resolve(method(argument, argument)).catch(() => {}));
  expect(methods).toHaveLength(34);
  expect(deadlines.size).toBe(methods.length);
  for (const end of deadlines) end();
  await Promise.all(calls);
});

test('a circuit opens after consecutive failures, lets one probe through after a wait, and closes if it succeeds', async () => {
  let isUp = false;
  let calls = 0;
  const { gateways, guard, pass, log } = setUp({
    chain: {
      async needsMemo() {
        calls += 1;
        if (!isUp) throw refused();
        return false;
      },
    },
  });
  const call = (): Promise<unknown> => reasonOf(gateways.chain.needsMemo(polygon, ''));
  for (let index = 0; index < failuresToOpen; index += 1) expect(await call()).toBe('unreachable');
  expect(await call()).toBe('circuit-open');
  expect(calls).toBe(failuresToOpen);
  const [gateway = ''] = guard.circuits().keys();
  await until(async () => (await openAlerts()).includes(gateway));
  expect(log()).toContain('"event":"circuit-open"');

  pass(31);
  const probes = await Promise.all([call(), call()]);
  expect(probes).toEqual(['unreachable', 'circuit-open']);
  // The second wait is longer than the first.
  pass(31);
  expect(await call()).toBe('circuit-open');
  pass(30);
  isUp = true;
  expect(await call()).toBe('answered');
  expect(guard.circuits().get(gateway)).toBe('closed');
  await until(async () => !(await openAlerts()).includes(gateway));
});

test('the alert follows the circuit even if its first write is slow', async () => {
  let isUp = false;
  const { gateways, guard, pass, log } = setUp({
    sms: {
      async send() {
        if (!isUp) throw refused();
      },
    },
  });
  const call = (): Promise<unknown> => reasonOf(gateways.sms.send({ id: 'msg_1', to: '+65', text: '' }));
  await holdingAlertBack(db, { kind: 'gateway-down', entityId: 'sms' }, async (isBlocked) => {
    for (let index = 0; index < failuresToOpen; index += 1) await call();
    await until(isBlocked);
    pass(31);
    isUp = true;
    expect(await call()).toBe('answered');
    expect([...guard.circuits().values()]).toEqual(['closed']);
    // Gives an unordered close time to run and find no alert.
    for (let index = 0; index < 5; index += 1) await openAlerts();
  });
  await until(() => log().includes('alert closed'));
  expect(await openAlerts()).not.toContain('sms');
});

test('the open circuit of a network does not affect other networks', async () => {
  const { gateways } = setUp({
    chain: {
      async needsMemo(id) {
        if (id === polygon) throw refused();
        return false;
      },
    },
  });
  for (let index = 0; index <= failuresToOpen; index += 1) await reasonOf(gateways.chain.needsMemo(polygon, ''));
  expect(await reasonOf(gateways.chain.needsMemo(3, ''))).toBe('answered');
});

test.each<[string, () => Error, number]>([
  ['a response that rejects one message', () => new HttpStatusError('The SMS gateway', 422), 20],
  ['a response that the gateway is failing', () => new HttpStatusError('The SMS gateway', 503), failuresToOpen],
  ['a response that our credentials are wrong', () => new HttpStatusError('The SMS gateway', 401), failuresToOpen],
  ['a recipient that SMTP refuses', () => Object.assign(new Error('full'), { responseCode: 552 }), 20],
  ['a limit of the signer', () => new PayoutRejected('The amount exceeds the limit per payout', 'payout-limit'), 20],
])('%s opens the circuit only if the whole gateway is affected', async (_, fail, expected) => {
  let calls = 0;
  const { gateways } = setUp({
    sms: {
      async send() {
        calls += 1;
        throw fail();
      },
    },
  });
  for (let index = 0; index < 20; index += 1) await reasonOf(gateways.sms.send({ id: '', to: '', text: '' }));
  expect(calls).toBe(expected);
});

test('a process that stops aborts calls in progress and makes no new ones', async () => {
  const { gateways, guard } = setUp({ sms: { send: () => new Promise<never>(() => {}) } });
  const call = reasonOf(gateways.sms.send({ id: '', to: '', text: '' }));
  guard.abort();
  expect(await call).toBe('stopped');
  expect(await reasonOf(gateways.sms.send({ id: '', to: '', text: '' }))).toBe('stopped');
});

test('an unreachable captcha provider verifies nothing, and the failure is logged', async () => {
  const { gateways, log } = setUp({ captcha: { verify: () => Promise.reject(refused()) } });
  expect(await gateways.captcha.verify('token', 'withdraw', '::1')).toBe(false);
  expect(log()).toContain('"gateway":"captcha"');
  expect(log()).toContain('ECONNREFUSED');
  expect(log()).not.toContain('10.0.0.1');
});

test('back-off doubles up to its limit, and jitter reduces it by up to a half', () => {
  const backoff = { firstMs: 1000, longestMs: 60_000 };
  const waits = (random: number) => [1, 2, 3, 7, 40].map((attempts) => backoffMs(attempts, backoff, () => random));
  expect(waits(1)).toEqual([1000, 2000, 4000, 60_000, 60_000]);
  expect(waits(0)).toEqual([500, 1000, 2000, 30_000, 30_000]);
});
