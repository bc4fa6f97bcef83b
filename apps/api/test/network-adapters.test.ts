import { randomBytes } from 'node:crypto';
import { Network } from '@wusd/api-sdk/domain';
import { toMinor } from '@wusd/api-sdk/money';
import { type Hex, parseGwei } from 'viem';
import { beforeAll, describe, expect, test } from 'vitest';
import type { NetworkAdapter } from '../src/gateways/networks.ts';
import { parseAddress } from '../src/domains/destinations/blockchain-addresses/address-formats.ts';
import type { RecordedTransfer } from '../src/gateways/chain-port.ts';
import { simulatedAddress } from '../src/sandbox/chain.ts';
import { payoutAddress } from '../testing/evm-node.ts';
import { startTwoNodes } from '../testing/harness.ts';
import { present } from '../testing/present.ts';
import { anybody, startBase } from '../testing/base-network.ts';

// One suite for whatever stands for a network: a real EVM node with a token on it, and the simulators of the others.

const { node } = await startTwoNodes({ sandboxPace: 'manual' });
const { db, clock, gateways } = node.server.services;
const { evm, real } = await startBase();

interface World extends NetworkAdapter {
  networkId: number;
  /** A transfer of WUSD, in a block. @returns its transaction */
  receive(to: string, amount: string): Promise<string>;
  /** So many more blocks. */
  blocks(count: number): Promise<void>;
  /** The chain goes on from before a transaction. */
  takeBack(hash: string): Promise<void>;
  /** Blocks that ask for more than was offered. */
  costsMore(): Promise<void>;
  stranger(): string;
}

const beforeHash = new Map<string, Hex>();
const worlds: [string, World][] = [
  [
    'an EVM node',
    {
      ...real,
      networkId: Network.Base,
      async receive(to, amount) {
        const snapshot = await evm.client.snapshot();
        const hash = await evm.mint(to, amount);
        beforeHash.set(hash, snapshot);
        return hash;
      },
      blocks: (count) => evm.mine(count),
      async takeBack(hash) {
        await evm.client.revert({ id: present(beforeHash.get(hash)) });
        await evm.mine(20);
      },
      async costsMore() {
        await evm.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('50') });
        await evm.mine();
      },
      stranger: anybody,
    },
  ],
  [
    'the simulator',
    {
      chain: gateways.chain,
      payouts: gateways.payouts,
      networkId: Network.Tron,
      async receive(to, amount) {
        const hash = `0x${randomBytes(32).toString('hex')}`;
        const row = { network_id: Network.Tron, hash, log_index: 0, address: to, currency: 'WUSD', sender: 'somebody' };
        await db
          .insertInto('sandbox_transfer')
          .values({ ...row, memo: null, amount: toMinor(amount, 18).toString(), at: clock.now(), confirmations: 1 })
          .execute();
        return hash;
      },
      async blocks(count) {
        await db
          .updateTable('sandbox_transfer')
          .set((eb) => ({ confirmations: eb('confirmations', '+', count) }))
          .execute();
        await db
          .updateTable('sandbox_broadcast')
          .set((eb) => ({ confirmations: eb(eb.fn.coalesce('confirmations', eb.lit(0)), '+', count) }))
          .execute();
      },
      async takeBack(hash) {
        await db.updateTable('sandbox_transfer').set({ is_gone: true }).where('hash', '=', hash).execute();
      },
      costsMore: async () => {},
      stranger: () => simulatedAddress(Network.Tron, 900n),
    },
  ],
];

describe.each(worlds)('%s', (_, world) => {
  const { chain, payouts, networkId } = world;
  const tail = async () => {
    let cursor = 0n;
    for (;;) {
      const read = await chain.transfersSince(networkId, cursor);
      if (read.cursor === cursor) return cursor;
      ({ cursor } = read);
    }
  };
  const stateOf = async (transfer: RecordedTransfer, isCredited = false) =>
    (await chain.inspect(networkId, [{ ...transfer, isCredited }])).states[0];
  const payout = (nonce: bigint, price: string, amount = '3.5') => ({
    networkId,
    sender,
    nonce,
    price,
    to: world.stranger(),
    currency: 'WUSD',
    amount: toMinor(amount, 18),
  });
  let nonce: bigint;
  let sender: string;
  beforeAll(async () => {
    await evm.fuel();
    await evm.mint(payoutAddress, '1000');
    nonce = await payouts.expectedNonce(networkId);
    sender = await payouts.sender(networkId);
  });

  test('has an address for every customer, the same for ever, as its network writes it', async () => {
    const [first, again, second] = await Promise.all([1n, 1n, 2n].map((key) => chain.depositTarget(networkId, key)));
    expect(again).toEqual(first);
    expect(second).not.toEqual(first);
    expect(parseAddress(networkId, first?.address ?? '')).toBe(first?.address);
  });

  test('finds what came, to the last digit, and again by its transaction', async () => {
    const { address } = await chain.depositTarget(networkId, 3n);
    const cursor = await tail();
    const hash = await world.receive(address, '1234.567891');
    const read = await chain.transfersSince(networkId, cursor);
    expect(read.cursor).toBeGreaterThan(cursor);
    const found = read.transfers.find((each) => each.hash === hash);
    expect(found).toMatchObject({ networkId, address, currency: 'WUSD', amount: 1_234_567_891_000_000_000_000n });
    expect(found?.sender).not.toBe('');
    expect(await chain.transfersOf(networkId, hash)).toEqual([found]);
    expect(await chain.transfersOf(networkId, `0x${'0'.repeat(64)}`)).toEqual([]);
  });

  test('counts the blocks on top of a transfer, and proves that another block took the place of its own', async () => {
    const { address } = await chain.depositTarget(networkId, 4n);
    const cursor = await tail();
    const hash = await world.receive(address, '10');
    const found = (await chain.transfersSince(networkId, cursor)).transfers.find((each) => each.hash === hash);
    if (!found) throw new Error('Nothing came');
    const transfer = { ...found, isCredited: false };
    expect(await stateOf(transfer)).toEqual({ state: 'included', block: found.block, confirmations: 1 });
    await world.blocks(4);
    expect(await stateOf(transfer)).toMatchObject({ state: 'included', confirmations: 5 });
    expect(await stateOf(transfer, true)).toMatchObject({ state: 'included', confirmations: 5 });
    await world.takeBack(hash);
    for (const isCredited of [false, true]) {
      const state = await stateOf(transfer, isCredited);
      expect(state).toMatchObject({ state: 'replaced', by: { height: found.block.height } });
      expect(state).not.toMatchObject({ by: { hash: found.block.hash } });
    }
    const read = await chain.transfersSince(networkId, cursor);
    expect(read.transfers.filter((each) => each.hash === hash)).toEqual([]);
    const again = await world.receive(address, '10');
    expect((await chain.transfersSince(networkId, cursor)).transfers.map((each) => each.hash)).toContain(again);
  });

  test('proves nothing of a transfer that it does not know', async () => {
    const { address } = await chain.depositTarget(networkId, 4n);
    const unheard = { hash: `0x${'1'.repeat(64)}`, logIndex: 0, address, currency: 'WUSD', amount: 1n };
    expect(await stateOf({ ...unheard, isCredited: true })).toEqual({ state: 'unknown' });
  });

  test('sends what was signed when it is told to, once however often, and counts its blocks', async () => {
    const asked = payout(nonce, await payouts.currentPrice(networkId));
    const { raw, hash } = await payouts.sign(asked);
    expect(await payouts.sign(asked)).toEqual({ raw, hash });
    expect(await payouts.statusOf({ networkId, sender, nonce, hash })).toBe('unknown');
    await payouts.broadcast(networkId, raw);
    await payouts.broadcast(networkId, raw);
    await world.blocks(3);
    await payouts.broadcast(networkId, raw);
    expect(await payouts.statusOf({ networkId, sender, nonce, hash })).toMatchObject({
      confirmations: 3,
      isReverted: false,
    });
    expect(await payouts.liquidity(networkId, 'WUSD')).toBeGreaterThan(0n);
    nonce += 1n;
  });

  test('takes one of two with the same nonce, and says of the other that it never will', async () => {
    const price = await payouts.currentPrice(networkId);
    const first = await payouts.sign(payout(nonce, price));
    await payouts.broadcast(networkId, first.raw);
    await world.costsMore();
    const better = (await payouts.increasedPrice(networkId, price)) ?? '';
    const second = await payouts.sign(payout(nonce, better));
    expect(second.hash).not.toBe(first.hash);
    await payouts.broadcast(networkId, second.raw);
    await world.blocks(1);
    expect(await payouts.statusOf({ networkId, sender, nonce, ...second })).toMatchObject({ confirmations: 1 });
    await world.blocks(6);
    expect(await payouts.statusOf({ networkId, sender, nonce, ...first })).toBe('displaced');
    nonce += 1n;
  });
});
