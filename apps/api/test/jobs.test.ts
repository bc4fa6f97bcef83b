import { Writable } from 'node:stream';
import { Network } from '@wusd/api-sdk/domain';
import { toMinor } from '@wusd/api-sdk/money';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { listAlerts } from '../src/platform/alerts/alerts.ts';
import { transact } from '../src/platform/database/database.ts';
import { runOperatorCommand } from '../src/domains/operations/commands.ts';
import { saveAddress } from '../src/domains/destinations/blockchain-addresses/addresses.ts';
import { lockCustomer } from '../src/commands/customers.ts';
import { backoffMs } from '../src/platform/jobs/backoff.ts';
import { mostAttempts, ofItem } from '../src/platform/jobs/failures.ts';
import { createLeases, leaseMs } from '../src/platform/jobs/leases.ts';
import type { Queue } from '../src/platform/jobs/queue.ts';
import { findDueQueues } from '../src/composition/due-queues.ts';
import { createRunner } from '../src/platform/jobs/runner.ts';
import type { QueueRun } from '../src/platform/jobs/run.ts';
import { scaleOf } from '../src/platform/registry/currencies.ts';
import { createLogger } from '../src/platform/logging.ts';
import { enqueueMessage } from '../src/platform/outbox/messages.ts';
import type { Gateways } from '../src/gateways/ports.ts';
import { simulatedAddress } from '../src/sandbox/chain.ts';
import { appearOnChain } from '../src/sandbox/transfers.ts';
import { createSwapCustomer } from '../testing/swap-customers.ts';
import { askWithdrawal, saveOldAddress } from '../testing/withdrawals.ts';
import { createDatabase, eventually, type Node, startNode } from './harness.ts';

type Method = (...given: unknown[]) => Promise<unknown>;
const ports = ['mail', 'sms', 'chain', 'payouts', 'screening', 'bank', 'rates', 'identity'] as const;
type Port = (typeof ports)[number];

/** Stands before the gateways: what `answer` returns is given instead of the gateway's own answer. */
let answer: (port: Port, method: string, given: unknown[]) => Promise<unknown> | undefined = () => undefined;
const calls: { port: Port; method: string; given: unknown[] }[] = [];

function wrap(real: Gateways): Gateways {
  const wrapped = ports.map((port) => [
    port,
    new Proxy(real[port] ?? {}, {
      get(target, method: string) {
        const own = Reflect.get(target, method) as Method;
        return (...given: unknown[]) => {
          calls.push({ port, method, given });
          return answer(port, method, given) ?? own(...given);
        };
      },
    }),
  ]);
  return { ...real, ...(Object.fromEntries(wrapped) as Pick<Gateways, Port>) };
}

let lines = '';
const log = createLogger(
  { mode: 'production' },
  new Writable({
    write(chunk, _encoding, done) {
      lines += String(chunk);
      done();
    },
  }),
);

const database = await createDatabase();
const node = await startNode(database, { sandboxPace: 'instant' }, undefined, { wrapGateways: wrap, log });
const other = await startNode(database, { sandboxPace: 'instant' }, undefined, { wrapGateways: wrap, log });
const { services } = node.server;
const { db } = services;
const hanging: ((reason: Error) => void)[] = [];
const hang = (): Promise<never> => new Promise((_, reject) => hanging.push(reject));

function heal(): void {
  answer = () => undefined;
  for (const reject of hanging.splice(0)) reject(new Error('gone'));
}
afterEach(heal);
afterAll(async () => {
  heal();
  await Promise.all([node, other].map((each: Node) => each[Symbol.asyncDispose]()));
});

let customers = 0;
const createCustomer = (): Promise<{ id: string }> => createSwapCustomer(services, (customers += 1));
const send = (channel: 'email' | 'sms', to: string): Promise<void> =>
  transact(db, (trx) =>
    enqueueMessage(trx, services.clock, services.vault, { channel, to, subject: '', text: '135790', code: '135790' }),
  ).then(() => services.notifier.send('messages'));
const isDelivered = async (to: string): Promise<true | undefined> =>
  (await db.selectFrom('sandbox_message').select('id').where('recipient', '=', to).executeTakeFirst()) && true;

describe('a gateway that accepts and never answers', () => {
  test.each(['email', 'sms'] as const)(
    'keeps no code of %s waiting, though every other gateway hangs',
    async (channel) => {
      const carrier = channel === 'email' ? 'mail' : 'sms';
      answer = (port) => (port === carrier ? undefined : hang());
      await services.notifier.send('arrivals');
      await eventually(async () => {
        await db.deleteFrom('job_failure').execute();
        return hanging.length > 8 ? true : undefined;
      });
      await send(channel === 'email' ? 'sms' : 'email', `hangs-${channel}`);
      await send(channel, `leaves-${channel}`);
      await eventually(() => isDelivered(`leaves-${channel}`));
      expect(await isDelivered(`hangs-${channel}`)).toBeUndefined();
    },
  );

  test('keeps only its own network waiting: with every other node silent, a deposit is credited', async () => {
    const { id } = await createCustomer();
    const open = Network.Ethereum;
    answer = (port, _, [given]) => {
      const networkId = typeof given === 'object' && given !== null && 'networkId' in given ? given.networkId : given;
      return (port === 'chain' || port === 'payouts') && networkId !== open ? hang() : undefined;
    };
    const amount = toMinor('250', scaleOf('USDC'));
    await appearOnChain(services, { customerId: id, networkId: open, currency: 'USDC', amount });
    await services.notifier.send('arrivals');
    const isCredited = await eventually(async () => {
      const row = await db
        .selectFrom('crypto_transaction')
        .select('status')
        .where('customer_id', '=', id)
        .executeTakeFirst();
      return row?.status === 'completed' ? true : undefined;
    });
    expect(isCredited).toBe(true);
  });
});

test('two nodes that see the same rows work on each once', async () => {
  const { id } = await createCustomer();
  const addresses = Array.from({ length: 6 }, (_, index) => simulatedAddress(Network.Ethereum, BigInt(5000 + index)));
  calls.length = 0;
  await transact(db, async (trx) => {
    const customer = await lockCustomer(trx, services.vault, id);
    for (const address of addresses)
      // oxlint-disable-next-line no-await-in-loop -- one connection
      await saveAddress(trx, services, customer, { label: address, address, networkId: Network.Ethereum });
  });
  await services.notifier.send('destinations');
  await eventually(async () => {
    const waiting = await db
      .selectFrom('blockchain_address')
      .select('id')
      .where('status', '=', 'pending add')
      .execute();
    return waiting.length === 0 ? true : undefined;
  });
  const screened = calls.filter(({ port }) => port === 'screening').map(({ given }) => given[1]);
  expect(screened.toSorted()).toEqual(addresses.toSorted());
});

test('a failing node of Polygon logs its gateway, network, withdrawal and cause, and no secret (control 34)', async () => {
  const secrets = [
    'Hunter-2026!',
    '481516',
    'eyJhbGciOi.s3cr3t',
    'mei@demo.example',
    'https://rpc.example/v2/api-key-1',
  ];
  const { id } = await createCustomer();
  const addressId = await saveOldAddress(services, id, Network.Polygon, simulatedAddress(Network.Polygon, 77_777n));
  answer = (port, method) => {
    if (port !== 'payouts' || method !== 'priceNow') return undefined;
    const cause = Object.assign(new Error(secrets.join(' ')), { code: 'ECONNREFUSED', url: secrets.at(-1) });
    return Promise.reject(new Error(`request to ${secrets.join(' ')} failed`, { cause }));
  };
  lines = '';
  const withdrawalId = await askWithdrawal(services, { customerId: id, addressId, amount: '5' });
  await services.notifier.send('withdrawals');
  const failure = await eventually(async () => {
    const found = await db.selectFrom('job_failure').selectAll().where('item', '=', withdrawalId).executeTakeFirst();
    return found && lines.includes(withdrawalId) ? found : undefined;
  });
  expect(failure.queue).toBe('payouts:polygon');
  expect(failure.error).toMatchObject({ gateway: 'chain:polygon', networkId: Network.Polygon, state: 'ECONNREFUSED' });
  for (const text of [lines, JSON.stringify(failure)]) for (const secret of secrets) expect(text).not.toContain(secret);
  const line = lines.split('\n').find((each) => each.includes(withdrawalId));
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    event: 'job-failed',
    queue: 'payouts:polygon',
    entityId: withdrawalId,
    networkId: Network.Polygon,
    err: { gateway: 'chain:polygon', reason: 'unreachable', state: 'ECONNREFUSED' },
  });
});

describe('a queue', () => {
  let time = Date.UTC(2027, 0, 1);
  const own = { ...services, clock: { now: () => new Date(time) } };
  let count = 0;
  const queueOf = (run: (run: QueueRun) => Promise<unknown>, more: Partial<Queue> = {}): Queue => ({
    name: `test-${(count += 1)}`,
    due: 'none',
    pollMs: 1000,
    guard: 'lease',
    parallelRuns: 1,
    parallelRows: 2,
    run,
    ...more,
  });
  const runnerOf = (queue: Queue, random = () => 1) =>
    createRunner(own, { queues: [queue], findDue: findDueQueues, random });
  const same = (item: string): string => item;
  const reached = (condition: () => boolean): Promise<true> =>
    eventually(async () => {
      await db.selectFrom('clock').selectAll().execute();
      return condition() ? true : undefined;
    });

  test('of a node that died is taken over once its lease has expired, and not before', async () => {
    const started: string[] = [];
    const queue = queueOf(() => Promise.resolve());
    const nodeOf = (name: string) =>
      runnerOf({
        ...queue,
        async run({ isStopping }) {
          started.push(name);
          if (name === 'dying') await eventually(async () => (isStopping() ? true : undefined));
        },
      });
    const dying = nodeOf('dying');
    const surviving = nodeOf('surviving');
    await dying.look('arrivals');
    await surviving.look('arrivals');
    await surviving.idle();
    time += leaseMs - 1;
    await surviving.look('arrivals');
    await surviving.idle();
    expect(started).toEqual(['dying']);
    time += 1;
    await surviving.look('arrivals');
    await surviving.idle();
    expect(started).toEqual(['dying', 'surviving']);
    // The first one was not dead after all: it notices that its lease is gone, and begins no other row.
    await dying.look('due');
    await dying.idle();
  });

  test('is free once it is released, even where its lease is renewed at the same time', async () => {
    const { name } = queueOf(() => Promise.resolve());
    const [one, another] = [createLeases(db, own.clock, 'one'), createLeases(db, own.clock, 'another')];
    await one.acquire([{ queue: name, isPolled: false }]);
    await one.release([name]);
    expect(await one.renew([name])).toEqual(new Set());
    expect(await another.acquire([{ queue: name, isPolled: false }])).toEqual(new Set([name]));
  });

  test('that is asked for while it runs is run once more', async () => {
    let finish = (): void => {};
    let runs = 0;
    const runner = runnerOf(
      queueOf(() => {
        runs += 1;
        return new Promise<void>((resume) => (finish = resume));
      }),
    );
    await runner.look('arrivals');
    await reached(() => runs === 1);
    await runner.look('arrivals');
    await runner.look('arrivals');
    expect(runs).toBe(1);
    finish();
    await reached(() => runs === 2);
    finish();
    await runner.idle();
    expect(runs).toBe(2);
  });

  test('keeps its lease for as long as its node renews it', async () => {
    let finish = (): void => {};
    let runs = 0;
    const queue = queueOf(() => {
      runs += 1;
      return new Promise<void>((resume) => (finish = resume));
    });
    const [one, another] = [runnerOf(queue), runnerOf(queue)];
    await one.look('arrivals');
    for (let index = 0; index < 4; index += 1) {
      time += leaseMs * 0.6;
      // oxlint-disable-next-line no-await-in-loop -- in this order
      await one.look('due');
      // oxlint-disable-next-line no-await-in-loop
      await another.look('arrivals');
    }
    expect(runs).toBe(1);
    finish();
    await Promise.all([one.idle(), another.idle()]);
  });

  test('tries a row that fails ever more rarely, and keeps no other row from its turn', async () => {
    const tried: string[] = [];
    const draws = [0.5, 0, 0.25];
    const used = [...draws];
    const queue = queueOf((run) =>
      run.forEach(['good', 'bad', 'better'], same, async (item) => {
        tried.push(item);
        if (item === 'bad') throw new Error('always');
      }),
    );
    const runner = runnerOf(queue, () => used.shift() ?? 1);
    const waits: number[] = [];
    for (let attempt = 1; attempt <= draws.length; attempt += 1) {
      tried.length = 0;
      // oxlint-disable-next-line no-await-in-loop -- in this order
      await runner.look('arrivals');
      // oxlint-disable-next-line no-await-in-loop
      await runner.idle();
      expect(tried.toSorted()).toEqual(['bad', 'better', 'good']);
      // oxlint-disable-next-line no-await-in-loop
      const { retry_at: retryAt } = await db
        .selectFrom('job_failure')
        .select('retry_at')
        .where('queue', '=', queue.name)
        .executeTakeFirstOrThrow();
      waits.push(retryAt.getTime() - time);
      time = retryAt.getTime() - 1;
      tried.length = 0;
      // oxlint-disable-next-line no-await-in-loop
      await runner.look('arrivals');
      // oxlint-disable-next-line no-await-in-loop
      await runner.idle();
      expect(tried.toSorted()).toEqual(['better', 'good']);
      time += 1;
    }
    expect(waits).toEqual(draws.map((draw, index) => backoffMs(index + 1, ofItem, () => draw)));
  });

  test('sets a row that always fails aside as a dead letter, which operators see and retry', async () => {
    let isMended = false;
    let tries = 0;
    const queue = queueOf((run) =>
      run.forEach(['ctx_poison'], same, async () => {
        tries += 1;
        if (!isMended) throw new TypeError('always');
      }),
    );
    const runner = runnerOf(queue);
    const pass = async (): Promise<void> => {
      time += 3_600_000;
      await runner.look('arrivals');
      await runner.idle();
    };
    for (let attempt = 0; attempt < mostAttempts + 3; attempt += 1)
      // oxlint-disable-next-line no-await-in-loop -- in this order
      await pass();
    expect(tries).toBe(mostAttempts);
    const letter = `${queue.name}/ctx_poison`;
    const listed = await runOperatorCommand(own, ['queue'], { reason: undefined, operator: 'ops' });
    expect(listed).toContain(`retry ${letter}`);

    isMended = true;
    await runOperatorCommand(own, ['retry', letter], { reason: undefined, operator: 'ops' });
    await pass();
    expect(tries).toBe(mostAttempts + 1);
    expect((await listAlerts(db)).map(({ entityId }) => entityId)).not.toContain(letter);
    const again = runOperatorCommand(own, ['retry', letter], { reason: undefined, operator: 'ops' });
    await expect(again).rejects.toThrow(`There is no dead letter ${letter}`);
  });

  test('that can not find its rows waits as a whole, and goes on when it can', async () => {
    let isBroken = true;
    let runs = 0;
    const queue = queueOf(async () => {
      runs += 1;
      if (isBroken) throw new Error('no rows');
    });
    const runner = runnerOf(queue);
    const look = async (): Promise<void> => {
      await runner.look('arrivals');
      await runner.idle();
    };
    await look();
    await look();
    expect(runs).toBe(1);
    time += 60_000;
    isBroken = false;
    await look();
    await look();
    expect(runs).toBe(3);
  });

  test('that stops finishes the row in hand, and begins no other', async () => {
    const tried: string[] = [];
    let finish = (): void => {};
    const queue = queueOf(
      (run) =>
        run.forEach(['first', 'second'], same, (item) => {
          tried.push(item);
          return new Promise<void>((resume) => (finish = resume));
        }),
      { parallelRows: 1 },
    );
    const runner = runnerOf(queue);
    await runner.look('arrivals');
    await eventually(async () => (tried.length > 0 ? true : undefined));
    runner.stop();
    finish();
    await runner.idle();
    expect(tried).toEqual(['first']);
  });
});
