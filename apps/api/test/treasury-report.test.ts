import { Network } from '@wusd/api-sdk/domain';
import type { TreasuryReport } from '@wusd/payouts/signer-protocol';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { followTreasury } from '../src/domains/transfers/crypto/treasury.ts';
import type { Services } from '../src/domains/services.ts';
import { createDemoDatabase, startNode } from '../testing/harness.ts';

// The server processes a signer's report on sweeps: it posts fees once despite failing networks, and raises alerts.

const node = await startNode(await createDemoDatabase());
afterAll(() => node[Symbol.asyncDispose]());
const { services } = node.server;
const { db, clock } = services;

/** The reports of the signer double and the state of the node doubles. */
let networks: TreasuryReport['networks'] = [];
let transfers: TreasuryReport['transfers'] = [];
let known = new Set<string>();
let down: number | undefined;
let asked: string[] = [];
const pageSize = 2;
const changed: Services = {
  ...services,
  gateways: {
    ...services.gateways,
    treasury: {
      report: async (after) => ({
        networks,
        transfers: transfers.filter(({ position }) => BigInt(position) > BigInt(after)).slice(0, pageSize),
        newestPosition: transfers.at(-1)?.position ?? '0',
      }),
    },
    payouts: {
      ...services.gateways.payouts,
      async paidFee(networkId, { hash }) {
        asked.push(hash);
        if (networkId === down) throw new Error('The node is down');
        return known.has(hash) ? 5n : undefined;
      },
    },
  },
};
const follow = (): Promise<void> => followTreasury(changed);

beforeEach(async () => {
  [networks, transfers, known, down, asked] = [[], [], new Set(), undefined, []];
  await db.deleteFrom('scan_cursor').where('source', '=', 'treasury').execute();
});

/** A transaction with its own sender. */
const transfer = (position: number, networkId: number, hash: string): TreasuryReport['transfers'][number] => ({
  position: String(position),
  networkId,
  sender: `0x${hash}`,
  nonce: '0',
  hash,
});
const posted = async (prefix: string): Promise<string[]> => {
  const rows = await db.selectFrom('network_fee').select('hash').where('hash', 'like', `${prefix}%`).execute();
  return rows.map(({ hash }) => hash).toSorted();
};
const cursor = async (): Promise<string | undefined> => {
  const row = await db.selectFrom('scan_cursor').select('position').where('source', '=', 'treasury').executeTakeFirst();
  return row?.position;
};

test('a transaction that a node does not know does not delay the others', async () => {
  transfers = [
    transfer(1, Network.Base, 'a1'),
    transfer(2, Network.Base, 'a2'),
    transfer(3, Network.Base, 'a3'),
    transfer(4, Network.Polygon, 'a4'),
    transfer(5, Network.Polygon, 'a5'),
  ];
  known = new Set(['a1', 'a3', 'a4', 'a5']);
  await expect(follow()).rejects.toThrow(AggregateError);
  expect(await posted('a')).toEqual(['a1', 'a3', 'a4', 'a5']);
  expect(await cursor()).toBe('1');
  known.add('a2');
  asked = [];
  await follow();
  expect(await posted('a')).toHaveLength(5);
  expect(await cursor()).toBe('5');
  // A posted transaction causes no further call.
  expect(asked).toEqual(['a2']);
});

test('a network whose node is down is called once and does not delay the others', async () => {
  transfers = [transfer(1, Network.Base, 'b1'), transfer(2, Network.Base, 'b2'), transfer(3, Network.Polygon, 'b3')];
  known = new Set(['b1', 'b2', 'b3']);
  down = Network.Base;
  await expect(follow()).rejects.toThrow(AggregateError);
  expect(asked).toEqual(['b1', 'b3']);
  down = undefined;
  await follow();
  expect(await posted('b')).toEqual(['b1', 'b2', 'b3']);
});

test('positions are read from the first one again after the signer’s database was restored', async () => {
  transfers = [transfer(1, Network.Base, 'c1'), transfer(2, Network.Base, 'c2'), transfer(3, Network.Base, 'c3')];
  known = new Set(['c1', 'c2', 'c3', 'c4']);
  await follow();
  transfers = [transfer(1, Network.Base, 'c1'), transfer(2, Network.Base, 'c4')];
  await follow();
  expect(await posted('c')).toEqual(['c1', 'c2', 'c3', 'c4']);
  expect(await cursor()).toBe('2');
});

test('an alert opens when no round of sweeps has succeeded for ten minutes (control 63)', async () => {
  const open = async (): Promise<string[]> => {
    await follow();
    const rows = await db
      .selectFrom('operator_alert')
      .select(['kind', 'entity_id'])
      .where('closed_at', 'is', null)
      .where('kind', '=', 'sweep-failing')
      .execute();
    return rows.map(({ kind, entity_id: entityId }) => `${kind} ${entityId}`);
  };
  const network = (minutes: number): TreasuryReport['networks'][number] => ({
    networkId: Network.Base,
    gasAccount: '0xgas',
    isLimitReached: false,
    stuck: 0,
    succeededAt: new Date(clock.now().getTime() - minutes * 60_000).toISOString(),
  });
  networks = [network(9)];
  expect(await open()).toEqual([]);
  networks = [network(11)];
  expect(await open()).toEqual(['sweep-failing network-8']);
  networks = [network(0)];
  expect(await open()).toEqual([]);
  networks = [network(11)];
  expect(await open()).toHaveLength(1);
  // The network is no longer swept.
  networks = [];
  expect(await open()).toEqual([]);
});
