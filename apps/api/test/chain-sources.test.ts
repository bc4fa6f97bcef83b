import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CryptoTransaction, WalletClient } from '@wusd/api-sdk';
import { Network } from '@wusd/api-sdk/domain';
import { subtract } from '@wusd/api-sdk/money';
import fc from 'fast-check';
import type { Hex } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createEvmChain } from '../src/gateways/evm/chain.ts';
import { readEvmSettings } from '../src/gateways/evm/settings.ts';
import { listAlerts } from '../src/platform/alerts/alerts.ts';
import { advanceDeposits } from '../src/domains/transfers/crypto/deposits.ts';
import { finalityDepth } from '../src/gateways/finality.ts';
import { scanChains } from '../src/domains/transfers/crypto/scan.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { payoutAddress, payoutKey, startEvmNode } from '../testing/evm-node.ts';
import { type Faults, startRpcDouble } from '../testing/rpc-double.ts';
import {
  clientOf,
  createDatabase,
  delivered,
  eventually,
  mei,
  type Node,
  signIn,
  startNode,
} from '../testing/harness.ts';

// One real EVM node behind two doubles of RPC providers that lag, hide, forge and fail; the server is restarted in between.

const networkId = Network.Base;
const evm = await startEvmNode({ chainId: 8453 });
afterAll(() => evm.stop());
const [primary, secondary] = [await startRpcDouble(evm.url), await startRpcDouble(evm.url)];
afterAll(() => Promise.all([primary.stop(), secondary.stop()]));
const folder = mkdtempSync(join(tmpdir(), 'wusd-sources-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'evm.json');
const { networks, depositKey } = evm.settings(networkId);
const nodes = [primary.url, secondary.url];
const described = networks.map(({ tokens, limits }) => ({
  networkId,
  nodes,
  tokens,
  limits,
  finalBlocks: finalityDepth(networkId),
}));
writeFileSync(file, JSON.stringify({ depositKey, networks: described }));
const database = await createDatabase();
const start = (): Promise<Node> =>
  startNode(database, { sandboxPace: 'manual', evm: readEvmSettings(file), evmPayoutKey: payoutKey });
let node = await start();
afterAll(() => node[Symbol.asyncDispose]());

let api: WalletClient;
let address: string;
beforeAll(async () => {
  await connect();
  ({ address } = await api.walletAccounts.getDepositAddress({ currency: 'WUSD', networkId }));
  await eventually(async () => ((await balance()) === '12480.500000000000000000' ? true : undefined));
});
let before: string;
beforeEach(async () => {
  before = await balance();
});
afterEach(async () => {
  setBoth({});
  await evm.mine(20);
  await look();
  expect(await reconcile(node.server.services)).toEqual([]);
  expect(await openAlerts()).toEqual([]);
});

async function connect(): Promise<void> {
  await node.server.services.db.deleteFrom('throttle').execute();
  api = clientOf(node, await signIn(node));
}
async function restart(): Promise<void> {
  await node[Symbol.asyncDispose]();
  node = await start();
}
function setBoth(faults: Faults): void {
  for (const each of [primary, secondary]) each.set(faults);
}
/** Two rounds: what the first takes back, the second finds again. */
async function look(): Promise<void> {
  const { services } = node.server;
  for (let round = 0; round < 2; round += 1) {
    await scanChains(services).catch(() => {});
    await advanceDeposits(services).catch(() => {});
  }
}
async function balance(): Promise<string> {
  return (await api.walletAccounts.list()).find(({ currency }) => currency === 'WUSD')?.available ?? '';
}
const gained = async (): Promise<number> => Number(subtract(await balance(), before));
async function byHash(hash: string): Promise<CryptoTransaction[]> {
  return (await api.cryptoTransactions.search({ filter: { text: hash }, sort: 'oldest' })).items;
}
const statusesOf = async (hash: string): Promise<string[]> => (await byHash(hash)).map(({ status }) => status);
const openAlerts = async (): Promise<string[]> =>
  (await listAlerts(node.server.services.db)).map(({ kind, details }) => `${kind}: ${details['reason']}`);
/** A deposit that is credited at the newest block. */
async function credited(amount: string): Promise<string> {
  const hash = await evm.mint(address, amount);
  await evm.mine(19);
  await look();
  expect(await statusesOf(hash)).toEqual(['completed']);
  return hash;
}

describe('sources that are behind', () => {
  test('take no credited deposit back after a restart, and are reported until they catch up', async () => {
    const height = await evm.client.getBlockNumber();
    const hash = await credited('30');
    setBoth({ head: height });
    await restart();
    await connect();
    await look();
    expect(await statusesOf(hash)).toEqual(['completed']);
    expect(await gained()).toBe(30);
    expect(await openAlerts()).toEqual(['chain-lagging: behind']);
    setBoth({});
    await look();
    expect(await openAlerts()).toEqual([]);
  });

  test('that do not know a transaction whose block they have neither credit nor reverse it', async () => {
    const kept = await credited('31');
    const hash = await evm.mint(address, '5');
    await look();
    setBoth({ hidden: [kept, hash] });
    await evm.mine(25);
    await look();
    expect([await statusesOf(kept), await statusesOf(hash)]).toEqual([['completed'], ['processing']]);
    expect(await gained()).toBe(31);
    expect(await openAlerts()).toEqual(['chain-lagging: transaction-missing']);
    setBoth({});
    await look();
    expect(await statusesOf(hash)).toEqual(['completed']);
  });
});

describe('a reorganisation', () => {
  test('that is proven reverses a credited deposit once, and tells its customer', async () => {
    const snapshot = await evm.client.snapshot();
    const hash = await credited('32');
    const id = (await byHash(hash))[0]?.id ?? '';
    await evm.client.revert({ id: snapshot });
    await evm.mine(19);
    await look();
    // As high as before it proves nothing yet: the branch is shorter by one than what credits.
    expect(await statusesOf(hash)).toEqual(['completed']);
    await evm.mine(1);
    await look();
    await restart();
    await connect();
    await look();
    expect(await statusesOf(hash)).toEqual(['failed']);
    expect(await gained()).toBe(0);
    const reversals = await node.server.services.db
      .selectFrom('transfer')
      .select('id')
      .where('entity_id', '=', id)
      .where('kind', '=', 'reversed crypto deposit')
      .execute();
    expect(reversals).toHaveLength(1);
    await delivered(node);
    const { messages } = await node.api.sandbox.mailbox(mei.username);
    expect(messages.filter(({ text }) => text.includes(id)).map(({ subject }) => subject)).toContain(
      'Your deposit was taken back by its network',
    );
  });

  test('that puts a deposit into another block neither reverses nor repeats it', async () => {
    const snapshot = await evm.client.snapshot();
    const hash = await credited('33');
    const raw = await evm.rawTransaction(hash);
    await evm.client.revert({ id: snapshot });
    await evm.mine(3);
    await evm.client.sendRawTransaction({ serializedTransaction: raw });
    await evm.mine(20);
    await look();
    expect(await statusesOf(hash)).toEqual(['completed']);
    expect(await gained()).toBe(33);
  });

  test('on Polygon is read again deeper than 64 blocks', async () => {
    const polygon = await startEvmNode({ chainId: 137 });
    try {
      const finalBlocks = finalityDepth(Network.Polygon);
      const [network] = polygon.settings(Network.Polygon).networks;
      if (!network) throw new Error('No settings');
      const settings = { ...network, networkId: Network.Polygon, chainId: 137, startBlock: 0, gas: 1, finalBlocks };
      const chain = createEvmChain(settings, depositKey, payoutAddress);
      const snapshot = await polygon.client.snapshot();
      await polygon.mine(100);
      const read = await chain.transfersSince(Network.Polygon, 0n);
      await polygon.client.revert({ id: snapshot });
      const hash = await polygon.mint(address, '7');
      await polygon.mine(100);
      const { transfers } = await chain.transfersSince(Network.Polygon, read.cursor, read.hash);
      expect(transfers.map((each) => each.hash)).toContain(hash);
    } finally {
      await polygon.stop();
    }
  });
});

describe('two sources', () => {
  test('that disagree on the block of a deposit pause its network until they agree again', async () => {
    const kept = await credited('34');
    const hash = await evm.mint(address, '6');
    const height = await evm.client.getBlockNumber();
    secondary.set({ forgedFrom: height - 19n });
    await evm.mine(25);
    await look();
    expect([await statusesOf(kept), await statusesOf(hash)]).toEqual([['completed'], ['processing']]);
    expect(await openAlerts()).toEqual(['chain-withheld: sources-disagree']);
    secondary.set({});
    await look();
    expect(await statusesOf(hash)).toEqual(['completed']);
    expect(await gained()).toBe(40);
    expect(await openAlerts()).toEqual([]);
  });

  test.each([
    ['first', primary],
    ['second', secondary],
  ] as const)(
    'of which one is down go on finding deposits, and credit none until both answer (control 41): the %s',
    async (_, down) => {
      down.set({ isDown: true });
      const hash = await evm.mint(address, '8');
      await evm.mine(25);
      await look();
      expect(await statusesOf(hash)).toEqual(['processing']);
      expect(await openAlerts()).toEqual(['chain-withheld: source-unavailable']);
      down.set({});
      await look();
      expect(await statusesOf(hash)).toEqual(['completed']);
    },
  );

  test('of which one invents an amount credit nothing but what both show', async () => {
    primary.set({ factor: 1000n });
    const hash = await evm.mint(address, '9');
    await evm.mine(25);
    await look();
    expect(await statusesOf(hash)).toEqual(['processing']);
    expect(await openAlerts()).toEqual(['chain-withheld: sources-disagree']);
    primary.set({});
    await look();
    await look();
    expect(await statusesOf(hash)).toEqual(['failed', 'completed']);
    expect(await gained()).toBe(9);
  });

  test('that both answer falsely about the other’s head never lower what was seen', async () => {
    const hash = await credited('10');
    secondary.set({ head: (await evm.client.getBlockNumber()) - 10n });
    await evm.mine(3);
    await look();
    expect(await openAlerts()).toEqual(['chain-lagging: behind']);
    expect(await statusesOf(hash)).toEqual(['completed']);
  });
});

describe('a customer’s credit', () => {
  type Step =
    | { kind: 'deposit'; amount: number }
    | { kind: 'advance'; blocks: number }
    | { kind: 'reorg'; back: number }
    | { kind: 'lag'; blocks: number; whose: 'both' | 'one' }
    | { kind: 'lie' | 'down' | 'heal' | 'restart' };
  const steps = fc.array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({ kind: fc.constant('deposit' as const), amount: fc.integer({ min: 1, max: 50 }) }),
      },
      {
        weight: 5,
        arbitrary: fc.record({ kind: fc.constant('advance' as const), blocks: fc.integer({ min: 1, max: 25 }) }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ kind: fc.constant('reorg' as const), back: fc.integer({ min: 1, max: 4 }) }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant('lag' as const),
          blocks: fc.integer({ min: 1, max: 30 }),
          whose: fc.constantFrom('both' as const, 'one' as const),
        }),
      },
      { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('lie' as const, 'down' as const, 'heal' as const) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
    ),
    { minLength: 4, maxLength: 12 },
  );

  const posted = async (): Promise<bigint> => {
    const { total } = await node.server.services.db
      .selectFrom('crypto_transaction')
      .select(({ fn }) => fn.sum<string | null>('amount').as('total'))
      .where('status', '=', 'completed')
      .where('network_id', '=', networkId)
      .executeTakeFirstOrThrow();
    return BigInt(total ?? 0) / 10n ** 18n;
  };
  const isCanonical = async (hash: Hex): Promise<boolean> =>
    evm.client.getTransactionReceipt({ hash }).then(
      () => true,
      () => false,
    );

  /** The chain before each step, for reorganisations. */
  let past: { id: Hex; height: bigint }[];

  async function apply(step: Step, sent: Map<Hex, number>): Promise<void> {
    const height = await evm.client.getBlockNumber();
    past.push({ id: await evm.client.snapshot(), height });
    switch (step.kind) {
      case 'deposit':
        return void sent.set(await evm.mint(address, String(step.amount)), step.amount);
      case 'advance':
        return evm.mine(step.blocks);
      case 'reorg': {
        // The last of them is of this step.
        const [from] = past.splice(Math.max(0, past.length - 1 - step.back));
        if (!from) throw new Error('Nothing to go back to');
        await evm.client.revert({ id: from.id });
        return evm.mine(Number(height - from.height) + 1);
      }
      case 'lag': {
        const head = height > BigInt(step.blocks) ? height - BigInt(step.blocks) : 1n;
        return step.whose === 'both' ? setBoth({ head }) : secondary.set({ head });
      }
      case 'lie':
        return secondary.set({ forgedFrom: height > 10n ? height - 10n : 1n });
      case 'down':
        return primary.set({ isDown: true });
      case 'heal':
        return setBoth({});
      case 'restart':
        return restart();
    }
  }

  test('is what the chain holds in the end, and falls only by what a reorganisation took', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const sent = new Map<Hex, number>();
        const base = await posted();
        let credit = base;
        past = [];
        for (const step of sequence) {
          await apply(step, sent);
          await look();
          const now = await posted();
          // Only transactions that left the chain may be missing.
          let gone = 0;
          for (const [hash, amount] of sent) if (!(await isCanonical(hash))) gone += amount;
          expect(now, JSON.stringify(step)).toBeGreaterThanOrEqual(credit - BigInt(gone));
          credit = now;
        }
        setBoth({});
        await evm.mine(45);
        await look();
        await look();
        let held = 0;
        for (const [hash, amount] of sent) if (await isCanonical(hash)) held += amount;
        expect(await posted()).toBe(base + BigInt(held));
      }),
      { numRuns: Number(process.env['CHAIN_RUNS'] ?? 8), endOnFailure: true },
    );
    await connect();
  }, 300_000);
});
