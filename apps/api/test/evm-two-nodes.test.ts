import { Network } from '@wusd/api-sdk/domain';
import { toMinor } from '@wusd/api-sdk/money';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createEvmNetworks } from '@wusd/payouts/evm/index';
import { anybody, startEvmNetwork } from '@wusd/payouts/testing/evm-network';
import { payoutAddress, payoutSigningKey } from '@wusd/payouts/testing/evm-node';
import { present } from '@wusd/server-kit/testing/present';
import { startRpcDouble } from '@wusd/payouts/testing/rpc-double';
import { anyAttempt } from '@wusd/payouts/testing/any-attempt';

// Two providers of one EVM network. One lags behind, lacks receipts or old state, or is down.

const networkId = Network.Base;
const { evm, settings, real } = await startEvmNetwork();
const [first, second] = [await startRpcDouble(evm.url), await startRpcDouble(evm.url)];
afterAll(() => Promise.all([first.stop(), second.stop()]));
const network = { ...present(settings.networks[0]), url: first.url, nodes: [first.url, second.url] };
const { chain, payouts } = present(
  createEvmNetworks({ ...settings, networks: [network] }, payoutSigningKey).get(networkId),
);

beforeAll(async () => {
  await evm.fuel();
  await evm.mint(payoutAddress, '1000');
});
afterEach(() => {
  first.set({});
  second.set({});
});

async function signed() {
  const offer = await payouts.nonces(networkId);
  const nonce = 'from' in offer ? offer.from.toString() : '';
  const price = await payouts.currentPrice(networkId);
  const asked = { ...anyAttempt, networkId, sender: payoutAddress, nonce, price };
  const payout = { ...asked, currency: 'WUSD', to: anybody(), amount: toMinor('1', 18) };
  return { ...asked, ...(await payouts.sign(payout)) };
}

describe('the status of a payout at two nodes', () => {
  test('is not final while one node does not answer or has lost the receipt', async () => {
    const sent = await signed();
    await real.payouts.broadcast(networkId, sent.raw);
    await evm.mine(10);
    first.set({ hidden: [sent.hash] });
    await expect(payouts.statusOf(sent)).rejects.toThrow('Nodes disagree');
    first.set({ isDown: true });
    expect(await payouts.statusOf(sent)).toEqual({ confirmations: 0, isReverted: false });
    first.set({});
    expect(await payouts.statusOf(sent)).toMatchObject({ confirmations: 10, isReverted: false });
  });

  test('is displaced only if both nodes show its nonce used in a final block', async () => {
    const sent = await signed();
    const cancellation = await payouts.signCancellation(sent);
    await real.payouts.broadcast(networkId, cancellation.raw);
    await evm.mine(10);
    second.set({ isDown: true });
    expect(await payouts.statusOf(sent)).toBe('unknown');
    second.set({ head: (await evm.client.getBlockNumber()) - 6n });
    expect(await payouts.statusOf(sent)).toBe('unknown');
    second.set({});
    expect(await payouts.statusOf(sent)).toBe('displaced');
  });

  test('needs no state of earlier blocks while its nonce is unused', async () => {
    const sent = await signed();
    for (const node of [first, second]) node.set({ isPruned: true });
    await evm.mine(10);
    expect(await payouts.statusOf(sent)).toBe('unknown');
    await payouts.broadcast(networkId, sent.raw);
    expect(await payouts.statusOf(sent)).toEqual({ confirmations: 0, isReverted: false });
    await evm.mine();
    expect(await payouts.statusOf(sent)).toMatchObject({ confirmations: 1 });
  });
});

test('scans use the other node when the head of one is frozen', async () => {
  const { address } = await chain.depositTarget(networkId, 9n);
  const cursor = await evm.client.getBlockNumber();
  const hash = await evm.mint(address, '10');
  await evm.mine(5);
  const frozen = present((await evm.client.getBlock({ blockNumber: cursor })).hash);
  first.set({ head: cursor });
  const read = await chain.transfersSince(networkId, cursor, [address], frozen);
  expect(read.transfers.map((each) => each.hash)).toContain(hash);
  expect(read.cursor).toBe(cursor + 6n);
  second.set({ head: cursor - 1n });
  expect(await chain.transfersSince(networkId, cursor, [address], frozen)).toEqual({
    transfers: [],
    cursor,
    hash: frozen,
  });
});
