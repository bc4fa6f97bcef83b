import { Network } from '@wusd/api-sdk/domain';
import type { Hex } from 'viem';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createEvmChain } from './chain.ts';
import { createEvmPayouts } from './payouts.ts';
import type { EvmNetwork } from './settings.ts';
import { createEvmSigner } from './signer.ts';
import { depositXpub, payoutAddress, payoutSigningKey, startEvmNode } from '../../testing/evm-node.ts';
import { startRpcDouble } from '../../testing/rpc-double.ts';
import { anyAttempt } from '../../testing/any-attempt.ts';

// A network that reorganises between two reads: a real node behind a double of an RPC provider.

const networkId = Network.Base;
const evm = await startEvmNode({ chainId: 8453 });
afterAll(() => evm.stop());
const double = await startRpcDouble(evm.url);
afterAll(() => double.stop());
const [described] = evm.settings(networkId).networks;
if (!described) throw new Error('No settings');
const network: EvmNetwork = {
  ...described,
  networkId,
  url: double.url,
  chainId: 8453,
  startBlock: 0,
  gas: 1,
  finalBlocks: 100,
};
const chain = createEvmChain(network, depositXpub, payoutAddress);
const payouts = createEvmPayouts(network, createEvmSigner(payoutSigningKey, [], []));
const recipient: Hex = `0x${'ab'.repeat(20)}`;

let snapshot: Hex;
let hash: Hex;
beforeEach(async () => {
  snapshot = await evm.client.snapshot();
  hash = await evm.mint(recipient, '30');
  await evm.mine(19);
});

/** Replaces all twenty blocks by nineteen others. */
async function reorganise(): Promise<void> {
  await evm.client.revert({ id: snapshot });
  await evm.mine(19);
}

test('counts confirmations of an inspection from the head of the new branch', async () => {
  const [transfer] = await chain.transfersOf(networkId, hash);
  if (!transfer) throw new Error('The transfer is in no block');
  const recorded = { ...transfer, isCredited: true };
  expect((await chain.inspect(networkId, [recorded])).states).toMatchObject([{ state: 'included', confirmations: 20 }]);
  double.set({ after: { method: 'eth_getBlockByNumber', run: reorganise } });
  const { head, states } = await chain.inspect(networkId, [recorded]);
  expect(head.hash).toBe((await evm.client.getBlock()).hash);
  expect(states).toMatchObject([{ state: 'replaced', confirmations: 19 }]);
});

test('gives up an inspection if its head is reorganised away at each attempt', async () => {
  const [transfer] = await chain.transfersOf(networkId, hash);
  if (!transfer) throw new Error('The transfer is in no block');
  let branches = 0;
  const forever = async (): Promise<void> => {
    await evm.client.revert({ id: snapshot });
    // A revert consumes the snapshot. Empty blocks with the same timestamp would have the same hash.
    snapshot = await evm.client.snapshot();
    branches += 1;
    await evm.client.increaseTime({ seconds: 60 * branches });
    await evm.mine(19);
    double.set({ after: { method: 'eth_getBlockByNumber', run: forever } });
  };
  double.set({ after: { method: 'eth_getBlockByNumber', run: forever } });
  await expect(chain.inspect(networkId, [{ ...transfer, isCredited: true }])).rejects.toThrow(
    'reorganised during each',
  );
  double.set({});
});

test('does not confirm a payout by a receipt of a reorganised block', async () => {
  const sent = { networkId, hash, sender: payoutAddress, nonce: '1000', raw: '' };
  expect(await payouts.statusOf(sent)).toMatchObject({ confirmations: 20 });
  double.set({ after: { method: 'eth_getTransactionReceipt', run: reorganise } });
  expect(await payouts.statusOf(sent)).toBe('unknown');
});

test('treats no block as final while the network finalises none, regardless of its depth', async () => {
  const stalling = { ...network, finalBlocks: 5, finalizedTag: true };
  const stalled = createEvmChain(stalling, depositXpub, payoutAddress);
  const [transfer] = await stalled.transfersOf(networkId, hash);
  if (!transfer) throw new Error('The transfer is in no block');
  const confirmations = async () =>
    (await stalled.inspect(networkId, [{ ...transfer, isCredited: true }])).states.map((state) =>
      state.state === 'included' ? state.confirmations : undefined,
    );
  double.set({ finalized: transfer.block.height - 1n });
  expect(await confirmations()).toEqual([4]);
  double.set({ finalized: transfer.block.height });
  expect(await confirmations()).toEqual([20]);

  await evm.fuel();
  const signer = createEvmSigner(payoutSigningKey, [], [{ ...stalling, gas: 150_000 }]);
  const sender = createEvmPayouts({ ...stalling, gas: 150_000 }, signer);
  const offer = await sender.nonces(networkId);
  const nonce = 'from' in offer ? offer.from.toString() : '';
  const price = await sender.currentPrice(networkId);
  const slot = { ...anyAttempt, networkId, sender: payoutAddress, nonce, price };
  const payout = await sender.sign({ ...slot, to: recipient, currency: 'WUSD', amount: 10n ** 18n });
  await sender.broadcast(networkId, (await sender.signCancellation(slot)).raw);
  await evm.mine(20);
  double.set({ finalized: transfer.block.height });
  const status = () => sender.statusOf({ ...slot, ...payout });
  expect(await status()).toBe('unknown');
  double.set({});
  expect(await status()).toBe('displaced');
});
