import { openEventStream } from '@wusd/auth-core/sse';
import { describe, expect, inject, test } from 'vitest';
import { transact } from '../src/platform/database/database.ts';
import { deleteExpiredRows } from '../src/domains/operations/retention.ts';
import { appendEvents } from '../src/platform/events/events.ts';
import { createTestDatabase } from '../testing/databases.ts';
import {
  bearer,
  clientOf,
  eventually,
  json,
  mei,
  type Node,
  refresh,
  send,
  signIn,
  startNode,
  startTwoNodes,
  type Tokens,
} from '../testing/harness.ts';
import * as v from 'valibot';

const { node, other: second } = await startTwoNodes();

/** The next `wanted` events of a stream. Closes the stream. */
async function frames(
  from: Node,
  tokens: Tokens,
  wanted: number,
  lastEventId?: string,
  onOpen: () => unknown = () => {},
): Promise<{ id: string; data: Record<string, string> }[]> {
  const stop = new AbortController();
  const found: { id: string; data: Record<string, string> }[] = [];
  const auth = { getAccessToken: async () => tokens.access_token };
  const options = lastEventId === undefined ? {} : { lastEventId };
  let failure: unknown;
  // Without the abort, a failure here would leave the stream open forever.
  const act = async (): Promise<void> => {
    try {
      await onOpen();
    } catch (error) {
      failure = error;
      stop.abort();
    }
  };
  for await (const { id, data } of openEventStream(`${from.baseUrl}/sse`, {
    auth,
    onOpen: () => void act(),
    signal: stop.signal,
    ...options,
  })) {
    found.push({ id, data: v.parse(v.record(v.string(), v.string()), data) });
    if (found.length === wanted) break;
  }
  stop.abort();
  if (failure !== undefined) throw failure;
  return found;
}

function receive(through: Node, amount: string): Promise<{ reference: string }> {
  return through.api.sandbox.createEvent({
    type: 'chain-transfer',
    subjectId: mei.username,
    money: { currency: 'WUSD', amount },
    networkId: 3,
  });
}

async function balance(tokens: Tokens, currency: string): Promise<string> {
  return (
    (await clientOf(node, tokens).walletAccounts.list()).find((wallet) => wallet.currency === currency)?.available ?? ''
  );
}

describe('an incoming transfer', () => {
  test('changes the balance once and reaches an open stream on another node', async () => {
    const tokens = await signIn(node);
    await eventually(async () => ((await balance(tokens, 'WUSD')) === '12480.500000000000000000' ? true : undefined));
    const [event] = await frames(second, tokens, 1, undefined, () => receive(node, '250.123456789012345678'));
    expect(event?.data).toMatchObject({
      type: 'wallet_account_updated',
      walletId: expect.stringMatching(/^wal_/),
      entityId: expect.stringMatching(/^ctx_/),
    });
    await eventually(async () => ((await balance(tokens, 'WUSD')) === '12730.623456789012345678' ? true : undefined));
  });

  test('is replayed to a stream that reconnects with its last event id, and to no other customer', async () => {
    const tokens = await signIn(node);
    const [seen] = await frames(node, tokens, 1, undefined, () => receive(node, '1.00'));
    await receive(node, '2.00');
    const missed = await frames(node, tokens, 1, seen?.id);
    expect(missed[0]?.data.type).toBe('wallet_account_updated');
    expect(BigInt(missed[0]?.id ?? 0)).toBe(BigInt(seen?.id ?? 0) + 1n);
  });

  test('by wire is assigned by its reference', async () => {
    const tokens = await signIn(node);
    const before = await balance(tokens, 'SGD');
    await node.api.sandbox.createEvent({
      type: 'bank-credit',
      subjectId: mei.username,
      money: { currency: 'SGD', amount: '10.25' },
    });
    await eventually(async () => ((await balance(tokens, 'SGD')) === before ? undefined : true));
    expect(await balance(tokens, 'SGD')).toBe('4321.05');
  });

  test('arriving twenty times at once is credited once each by two nodes', async () => {
    const tokens = await signIn(node);
    const before = await balance(tokens, 'USDC');
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? node : second).api.sandbox.createEvent({
          type: 'chain-transfer',
          subjectId: mei.username,
          money: { currency: 'USDC', amount: '1.5' },
          networkId: 7,
        }),
      ),
    );
    const seen = () =>
      node.server.services.db
        .selectFrom('crypto_transaction')
        .select('id')
        .where('currency', '=', 'USDC')
        .where('status', '=', 'completed')
        .execute();
    await eventually(async () => ((await seen()).length === 21 ? true : undefined));
    expect(await balance(tokens, 'USDC')).toBe('2180.004219000000000000');
    expect(before).toBe('2150.004219000000000000');
  });
});

describe('a session that ends on another node', () => {
  test('is notified on its own stream, and its replacement does not receive that event', async () => {
    const older = await signIn(node);
    const [event] = await frames(second, older, 1, undefined, () => signIn(node));
    expect(event?.data.type).toBe('logout');
    const newer = await signIn(node);
    const [replayed] = await frames(node, newer, 1, '0');
    expect(replayed?.data.type).not.toBe('logout');
  });

  test('is asked to sign in again after an approval', async () => {
    const tokens = await signIn(node);
    const [event] = await frames(node, tokens, 1, undefined, () =>
      node.api.sandbox.createEvent({ type: 'approval', subjectId: mei.username }),
    );
    expect(event?.data.type).toBe('406');
  });
});

test('a stream replays all events since the profile was read', async () => {
  const tokens = await signIn(node);
  const { lastEventId } = await clientOf(node, tokens).user.getAuthUser();
  const { db, clock } = node.server.services;
  const { id } = await db
    .selectFrom('session')
    .select('customer_id as id')
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  await transact(db, async (trx) => {
    for (let count = 0; count < 450; count += 1)
      await appendEvents(trx, clock, id, { type: 'wallet_account_updated', payload: { count: String(count) } });
  });
  const missed = await frames(node, tokens, 450, lastEventId);
  expect(missed.map(({ data }) => data['count'])).toEqual(Array.from({ length: 450 }, (_, count) => String(count)));
});

test('paging returns every wallet account once, in order', async () => {
  const tokens = await signIn(node);
  const api = clientOf(node, tokens);
  const all = (await api.walletAccounts.list()).map(({ currency }) => currency);
  const paged: string[] = [];
  for await (const { currency } of api.walletAccounts.search({ size: 3 })) paged.push(currency);
  expect(paged).toEqual(all);
  const rich = await api.walletAccounts.search({ filter: { kind: 'fiat', minAvailable: '1000' } });
  expect(rich.items.map(({ currency }) => currency)).toEqual(['USD', 'SGD', 'JPY']);
  const request = json({ cursor: 'AAAA' });
  expect(
    await send(node, 'POST', '/wallet-account/search', {
      ...request,
      headers: { ...request.headers, ...bearer(tokens).headers },
    }),
  ).toMatchObject({ status: 400 });
});

test('three nodes that start at once on an empty database create one schema, one key and one set of customers', async () => {
  const empty = await createTestDatabase(inject('postgresUrl'), { isEmpty: true });
  const nodes = await Promise.all([startNode(empty), startNode(empty), startNode(empty)]);
  try {
    const kids = await Promise.all(nodes.map(async ({ api }) => (await api.config.get()).sealingKey.kid));
    expect(new Set(kids).size).toBe(1);
    const customers = await nodes[0]?.server.services.db.selectFrom('customer').select('id').execute();
    expect(customers).toHaveLength(3);
    const tokens = await signIn(nodes[1]);
    expect((await send(nodes[2], 'GET', '/user/get-auth-user', bearer(tokens))).status).toBe(200);
  } finally {
    for (const started of nodes) await started[Symbol.asyncDispose]();
  }
});

test('expired rows are deleted: a successor token after its grace, tokens and codes a day after they end', async () => {
  const { services } = node.server;
  const first = await signIn(node);
  await refresh(node, first.refresh_token);
  const sealed = () =>
    services.db.selectFrom('refresh_token').select('hash').where('successor_sealed', 'is not', null).execute();
  expect(await sealed()).toHaveLength(1);
  await node.api.sandbox.advanceClock(11);
  await deleteExpiredRows(services);
  expect(await sealed()).toEqual([]);
  await node.api.sandbox.advanceClock(3 * 24 * 3600);
  await deleteExpiredRows(services);
  for (const table of ['access_token', 'one_time_code', 'challenge', 'login_failure', 'throttle'] as const) {
    expect(await services.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
  }
});
