import { Writable } from 'node:stream';
import { Network } from '@wusd/api-sdk/domain';
import { toMinor } from '@wusd/api-sdk/money';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { transact } from '../src/platform/database/database.ts';
import { saveAddress } from '../src/domains/destinations/blockchain-addresses/addresses.ts';
import { lockCustomer } from '../src/commands/customers.ts';
import { scaleOf } from '@wusd/server-kit/registry/currencies';
import { createLogger } from '@wusd/server-kit/logging';
import { enqueueMessage } from '../src/platform/outbox/messages.ts';
import type { Gateways } from '../src/gateways/ports.ts';
import { simulatedAddress } from '../src/sandbox/chain.ts';
import { simulateTransfer } from '../src/sandbox/transfers.ts';
import { createSwapCustomer } from '../testing/swap-customers.ts';
import { askWithdrawal, saveOldAddress } from '../testing/withdrawals.ts';
import { createDatabase, eventually, type Node, startNode } from '../testing/harness.ts';
import { methodOf } from '../testing/methods.ts';

const ports = ['mail', 'sms', 'chain', 'payouts', 'screening', 'bank', 'rates', 'identity'] as const;
type Port = (typeof ports)[number];

/** Replaces gateway calls: a promise that `answer` returns is used instead of the gateway's own answer. */
let answer: (port: Port, method: string, given: unknown[]) => Promise<unknown> | undefined = () => undefined;
const calls: { port: Port; method: string; given: unknown[] }[] = [];

function wrap(real: Gateways): Gateways {
  const wrapped = ports.map((port) => [
    port,
    new Proxy(real[port] ?? {}, {
      get(target, method: string) {
        const own = methodOf(target, method);
        return (...given: unknown[]) => {
          calls.push({ port, method, given });
          return answer(port, method, given) ?? own(...given);
        };
      },
    }),
  ]);
  return { ...real, ...Object.fromEntries(wrapped) };
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

describe('a gateway that never answers', () => {
  test.each(['email', 'sms'] as const)('does not delay codes by %s while all other gateways hang', async (channel) => {
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
  });

  test('delays only its own network: a deposit is credited while all other nodes are silent', async () => {
    const { id } = await createCustomer();
    const open = Network.Ethereum;
    answer = (port, _, [given]) => {
      const networkId = typeof given === 'object' && given !== null && 'networkId' in given ? given.networkId : given;
      return (port === 'chain' || port === 'payouts') && networkId !== open ? hang() : undefined;
    };
    const amount = toMinor('250', scaleOf('USDC'));
    await simulateTransfer(services, { customerId: id, networkId: open, currency: 'USDC', amount });
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

test('two nodes that find the same rows process each once', async () => {
  const { id } = await createCustomer();
  const addresses = Array.from({ length: 6 }, (_, index) => simulatedAddress(Network.Ethereum, BigInt(5000 + index)));
  calls.length = 0;
  await transact(db, async (trx) => {
    const customer = await lockCustomer(trx, services.vault, id);
    for (const address of addresses)
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

test('a failing Polygon node logs its gateway, network, withdrawal and cause, and no secret (control 34)', async () => {
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
    if (port !== 'payouts' || method !== 'currentPrice') return undefined;
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
