import type { CryptoTransaction } from '@wusd/api-sdk';
import { Network } from '@wusd/api-sdk/domain';
import { subtract } from '@wusd/api-sdk/money';
import { beforeEach, describe, expect, test } from 'vitest';
import { createEvmChain } from '@wusd/payouts/evm/chain';
import { finalityDepth } from '@wusd/payouts/finality';
import { payoutAddress, startEvmNode } from '@wusd/payouts/testing/evm-node';
import { delivered, mei } from '../testing/harness.ts';
import { startDoubtedChain } from '../testing/doubted-chain.ts';

// Network providers that lag, hide, forge and fail.
// Credited deposits stay credited, and a doubtful deposit is not credited.

const { evm, primary, secondary, depositKey, node, address, customer, ...chain } = await startDoubtedChain();
const { connect, restart, setBoth, look, balance, openAlerts } = chain;

let before: string;
beforeEach(async () => {
  before = await balance();
});

const gained = async (): Promise<number> => Number(subtract(await balance(), before));
async function byHash(hash: string): Promise<CryptoTransaction[]> {
  return (await customer().cryptoTransactions.search({ filter: { text: hash }, sort: 'oldest' })).items;
}
const statusesOf = async (hash: string): Promise<string[]> => (await byHash(hash)).map(({ status }) => status);
/** A deposit that the newest block has credited. */
async function credited(amount: string): Promise<string> {
  const hash = await evm.mint(address, amount);
  await evm.mine(19);
  await look();
  expect(await statusesOf(hash)).toEqual(['completed']);
  return hash;
}

describe('sources that are behind', () => {
  test('reverse no credited deposit after a restart, and raise an alert until they catch up', async () => {
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

  test('neither credit nor reverse a transaction that they do not know although they have its block', async () => {
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
  test('proven by a longer branch reverses a credited deposit once and notifies its customer', async () => {
    const snapshot = await evm.client.snapshot();
    const hash = await credited('32');
    const id = (await byHash(hash))[0]?.id ?? '';
    await evm.client.revert({ id: snapshot });
    await evm.mine(19);
    await look();
    // At the old height the branch proves nothing yet: it is one block shorter than the credited one.
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

  test('that moves a deposit to another block neither reverses nor repeats it', async () => {
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

  test('deeper than 64 blocks is read again on Polygon', async () => {
    const polygon = await startEvmNode({ chainId: 137 });
    try {
      const finalBlocks = finalityDepth(Network.Polygon);
      const [network] = polygon.settings(Network.Polygon).networks;
      if (!network) throw new Error('No settings');
      const settings = { ...network, networkId: Network.Polygon, chainId: 137, startBlock: 0, gas: 1, finalBlocks };
      const chain = createEvmChain(settings, depositKey, payoutAddress);
      const snapshot = await polygon.client.snapshot();
      await polygon.mine(100);
      const read = await chain.transfersSince(Network.Polygon, 0n, [address]);
      await polygon.client.revert({ id: snapshot });
      const hash = await polygon.mint(address, '7');
      await polygon.mine(100);
      const { transfers } = await chain.transfersSince(Network.Polygon, read.cursor, [address], read.hash);
      expect(transfers.map((each) => each.hash)).toContain(hash);
    } finally {
      await polygon.stop();
    }
  });
});

test('a deposit is found at a provider that limits the blocks of a log query', async () => {
  primary.set({ maxLogBlocks: 3n });
  await evm.mine(30);
  const hash = await evm.mint(address, '11');
  await evm.mine(25);
  await look();
  expect(await statusesOf(hash)).toEqual(['completed']);
  primary.set({});
});

describe('two sources', () => {
  test('pause their network while they disagree on the block of a deposit', async () => {
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
    'find deposits while one is down, and credit none until both answer (control 41): the %s',
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

  test('credit only the amount that both report when one forges an amount', async () => {
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

  test('never lower the known head when one reports an older head', async () => {
    const hash = await credited('10');
    secondary.set({ head: (await evm.client.getBlockNumber()) - 10n });
    await evm.mine(3);
    await look();
    expect(await openAlerts()).toEqual(['chain-lagging: behind']);
    expect(await statusesOf(hash)).toEqual(['completed']);
  });
});
