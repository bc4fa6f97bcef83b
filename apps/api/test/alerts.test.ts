import { Writable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { closeAlert, raiseAlert } from '../src/platform/alerts/alerts.ts';
import { createLogger } from '@wusd/server-kit/logging';
import { createDemoDatabase, startNode } from '../testing/harness.ts';
import { operatorOf } from '../testing/operator.ts';
import * as v from 'valibot';
import { parseJson } from '@wusd/server-kit/json';

const node = await startNode(await createDemoDatabase());
afterAll(() => node[Symbol.asyncDispose]());
let lines: Record<string, unknown>[] = [];
const stream = new Writable({
  write(chunk, _encoding, done) {
    lines.push(parseJson(v.record(v.string(), v.unknown()), String(chunk)));
    done();
  },
});
const services = { ...node.server.services, log: createLogger({ mode: 'production' }, stream) };
const operator = operatorOf(services);

test('an alert opens and is logged once per kind and entity, and appears in the operators’ queue', async () => {
  lines = [];
  const alert = { kind: 'gateway-down', entityId: 'network-4', details: { gateway: 'chain' } } as const;
  // Several nodes notice the same condition at the same time.
  const raised = await Promise.all(Array.from({ length: 20 }, () => raiseAlert(services, alert)));
  expect(raised.filter(Boolean)).toHaveLength(1);
  await raiseAlert(services, { kind: 'gateway-down', entityId: 'network-8' });

  expect(lines).toMatchObject([
    { event: 'gateway-down', entityId: 'network-4', gateway: 'chain', level: 50 },
    { event: 'gateway-down', entityId: 'network-8' },
  ]);
  const queue = await operator('queue');
  expect(queue).toMatch(/alert gateway-down +network-4 .*gateway chain +raised 20 times +close-alert gateway-down/);
  expect(await operator('alerts')).toContain('network-8');
});

test('a closed alert leaves the queue, stores who closed it, and reopens when its condition returns', async () => {
  const alert = { kind: 'dead-letter', entityId: 'email' } as const;
  await raiseAlert(services, alert);
  expect(await operator('close-alert', 'dead-letter', 'email')).toBe('dead-letter email: closed');
  await expect(operator('close-alert', 'dead-letter', 'email')).rejects.toThrow('There is no open alert');
  await expect(operator('close-alert', 'no-such-kind', 'email')).rejects.toThrow('Allowed choices are dead-letter');
  const row = await services.db
    .selectFrom('operator_alert')
    .select('closed_by')
    .where('entity_id', '=', 'email')
    .executeTakeFirst();
  expect(row).toEqual({ closed_by: 'priya' });

  expect(await raiseAlert(services, alert)).toBe(true);
  expect(await closeAlert(services, alert, 'system')).toBe(true);
  expect(await closeAlert(services, alert, 'system')).toBe(false);
});

test('an alert raised in a transaction exists only if the transaction commits', async () => {
  const alert = { kind: 'dead-letter', entityId: 'rolled-back' } as const;
  await services.db
    .transaction()
    .execute(async (trx) => {
      await raiseAlert({ ...services, db: trx }, alert);
      throw new Error('roll back');
    })
    .catch(() => undefined);
  expect(await operator('alerts')).not.toContain('rolled-back');
});
