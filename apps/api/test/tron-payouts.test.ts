import { Network } from '@wusd/api-sdk/domain';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { present } from '@wusd/server-kit/testing/present';
import { startTron } from '../testing/tron-network.ts';

// Payouts on Tron while nodes lag, forge and fail. testing/tron-chain-double.ts lists what doubles cannot prove.

const networkId = Network.Tron;
const tron = await startTron();
const { chain, evm, primary, secondary, adapter, world } = tron;
const { payouts } = adapter;
beforeAll(() => world.begin());
afterEach(() => tron.restartNodes());

describe('broadcasting', () => {
  test('sends the same bytes once after a crash', async () => {
    const sent = await tron.signedPayout();
    const { payouts: restarted } = tron.connect();
    const again = await restarted.sign(sent);
    expect(again).toEqual({ raw: sent.raw, hash: sent.hash });
    await payouts.broadcast(networkId, sent.raw);
    await restarted.broadcast(networkId, again.raw);
    await chain.mine();
    tron.restartNodes();
    await restarted.broadcast(networkId, again.raw);
    await chain.mine();
    expect(await tron.balanceOf(sent.to)).toBe(2_000_000n);
  });

  test('reaches the network although one node is busy, fails, is down or loses the transaction', async () => {
    const faulty = [{ refusal: 'SERVER_BUSY' }, { isFailing: true }, { isDown: true }, { dropsBroadcasts: true }];
    for (const faults of faulty) {
      const sent = await tron.signedPayout();
      primary.set(faults);
      await payouts.broadcast(networkId, sent.raw);
      primary.set({});
      await chain.mine();
      expect(await payouts.statusOf(sent)).toMatchObject({ confirmations: 1, isReverted: false });
    }
  });

  test('leaves a payout unknown if it was lost, until it is repeated', async () => {
    const sent = await tron.signedPayout();
    for (const node of [primary, secondary]) node.set({ dropsBroadcasts: true });
    await payouts.broadcast(networkId, sent.raw);
    await chain.mine(3);
    expect(await payouts.statusOf(sent)).toBe('unknown');
    tron.restartNodes();
    await payouts.broadcast(networkId, sent.raw);
    await chain.mine();
    expect(await payouts.statusOf(sent)).toMatchObject({ confirmations: 1 });
  });

  test.each(['SERVER_BUSY', 'SIGERROR', 'BANDWITH_ERROR', 'TAPOS_ERROR', 'BLOCK_UNSOLIDIFIED'])(
    'rejects if every node answers %s',
    async (refusal) => {
      const sent = await tron.signedPayout();
      for (const node of [primary, secondary]) node.set({ refusal });
      await expect(payouts.broadcast(networkId, sent.raw)).rejects.toThrow(`refused a transaction: ${refusal}`);
    },
  );

  test('an expired payout has no effect, even if its reference block is forgotten', async () => {
    const sent = await tron.signedPayout();
    await world.expire?.();
    await payouts.broadcast(networkId, sent.raw);
    for (const node of [primary, secondary]) node.set({ refusal: 'TAPOS_ERROR' });
    await payouts.broadcast(networkId, sent.raw);
    await chain.mine(20);
    expect(await tron.balanceOf(sent.to)).toBe(0n);
  });

  test('is refused if the reference block belongs to another chain', async () => {
    const [expiration, height] = present((await tron.nonces())[0]).split(':');
    const payout = await tron.payout(`${expiration}:${height}:${'ab'.repeat(8)}`);
    await expect(payouts.broadcast(networkId, (await payouts.sign(payout)).raw)).rejects.toThrow('TAPOS_ERROR');
  });
});

describe('the status of a payout', () => {
  test('is pending while a node lags, and counts from the lower head', async () => {
    const sent = await tron.signedPayout();
    await payouts.broadcast(networkId, sent.raw);
    await chain.mine(5);
    const { height } = await chain.head();
    secondary.set({ head: height - 3n });
    expect(await payouts.statusOf(sent)).toMatchObject({ confirmations: 2, block: height - 4n });
    secondary.set({ head: height - 5n });
    expect(await payouts.statusOf(sent)).toEqual({ confirmations: 0, isReverted: false });
  });

  test('is not expired until a later block is solid and every node agrees', async () => {
    const sent = await tron.signedPayout();
    await evm.client.increaseTime({ seconds: 600 });
    await chain.mine(18);
    expect(await payouts.statusOf(sent)).toBe('unknown');
    await chain.mine(20);
    secondary.set({ isDown: true });
    expect(await payouts.statusOf(sent)).toBe('unknown');
    secondary.set({ head: (await chain.head()).height - 38n });
    expect(await payouts.statusOf(sent)).toBe('unknown');
    secondary.set({});
    expect(await payouts.statusOf(sent)).toBe('expired');
  });

  test('is not expired by a solid block that is hardly later, because nodes behind one URL differ', async () => {
    const sent = await tron.signedPayout();
    await evm.client.increaseTime({ seconds: 300 });
    await chain.mine(20);
    expect(await payouts.statusOf(sent)).toBe('unknown');
    await chain.mine(20);
    expect(await payouts.statusOf(sent)).toBe('expired');
  });

  test('is not expired if a block included the payout between the reads', async () => {
    const sent = await tron.signedPayout();
    await payouts.broadcast(networkId, sent.raw);
    const run = async (): Promise<void> => {
      await chain.mine(1);
      await evm.client.increaseTime({ seconds: 600 });
      await chain.mine(25);
    };
    primary.set({ after: { request: '/wallet/gettransactioninfobyid', run } });
    const { payouts: ofOneNode } = tron.connect({ nodes: tron.settings.nodes.slice(0, 1) });
    expect(await ofOneNode.statusOf(sent)).toMatchObject({ confirmations: 26, isReverted: false });
  });

  test('is never expired if a node keeps no results or hides the transaction', async () => {
    const sent = await tron.signedPayout();
    await payouts.broadcast(networkId, sent.raw);
    await chain.mine(1);
    await world.expire?.();
    for (const node of [primary, secondary]) node.set({ keepsNoResults: true });
    expect(await payouts.statusOf(sent)).toBe('unknown');
    primary.set({});
    secondary.set({ hidden: [sent.hash] });
    await expect(payouts.statusOf(sent)).rejects.toThrow('Nodes disagree');
  });

  test('is not returned by a node that fails', async () => {
    const sent = await tron.signedPayout();
    await world.expire?.();
    for (const node of [primary, secondary]) node.set({ isFailing: true });
    await expect(payouts.statusOf(sent)).rejects.toThrow('Unexpected JSON');
  });

  test('does not depend on a receipt whose block is gone', async () => {
    const sent = await tron.signedPayout();
    const snapshot = await evm.client.snapshot();
    await payouts.broadcast(networkId, sent.raw);
    await chain.mine(2);
    const run = async (): Promise<void> => {
      await evm.client.revert({ id: snapshot });
      await chain.mine(2);
    };
    primary.set({ after: { request: 'eth_getTransactionReceipt', run } });
    secondary.set({ isDown: true });
    expect(await payouts.statusOf(sent)).toBe('unknown');
  });

  test('needs the signed transaction with the hash', async () => {
    const [one, other] = [await tron.signedPayout(), await tron.signedPayout()];
    await expect(payouts.statusOf({ ...one, raw: other.raw })).rejects.toThrow('not that of the signed transaction');
  });
});

describe('a transfer that fails', () => {
  test('is reverted and costs no tokens', async () => {
    const sent = await tron.signedPayout();
    const before = await tron.balanceOf(sent.sender);
    await evm.pause(true);
    await payouts.broadcast(networkId, sent.raw);
    await chain.mine();
    expect(await payouts.statusOf(sent)).toMatchObject({ confirmations: 1, isReverted: true });
    await evm.pause(false);
    expect(await tron.balanceOf(sent.sender)).toBe(before);
  });

  test('because of too little energy is reverted only if every node answers and agrees', async () => {
    const sent = await tron.signedPayout({ price: '1000000' });
    await payouts.broadcast(networkId, sent.raw);
    await chain.mine(3);
    expect((await chain.resultOf(sent.hash))?.result).toBe('OUT_OF_ENERGY');
    expect(await payouts.statusOf(sent)).toMatchObject({ confirmations: 3, isReverted: true });
    secondary.set({ isDown: true });
    expect(await payouts.statusOf(sent)).toEqual({ confirmations: 0, isReverted: false });
    secondary.set({ result: 'SUCCESS' });
    expect(await payouts.statusOf(sent)).toEqual({ confirmations: 0, isReverted: false });
    for (const node of [primary, secondary]) node.set({ result: 'DEFAULT' });
    await expect(payouts.statusOf(sent)).rejects.toThrow('Unexpected JSON');
  });
});
