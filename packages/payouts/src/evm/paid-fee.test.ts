import { Network } from '@wusd/api-sdk/domain';
import type { PublicClient } from 'viem';
import { expect, test } from 'vitest';
import { anybody, startEvmNetwork } from '../../testing/evm-network.ts';
import { paidFee } from './paid-fee.ts';
import { createNodeClient } from './tokens.ts';

// Reads fees from the receipts of a real EVM node.

const { evm, settings, real } = await startEvmNetwork(Network.Polygon);
const viction = await startEvmNetwork(Network.Viction);
const sender = evm.client.account.address;

test('reports a fee once its transaction is final', async () => {
  const before = await evm.client.getBalance({ address: sender });
  const hash = await evm.mint(anybody(), '1');
  const fee = before - (await evm.client.getBalance({ address: sender }));
  expect(await real.payouts.paidFee(Network.Polygon, { sender, hash })).toBeUndefined();
  await evm.mine(4);
  expect(await real.payouts.paidFee(Network.Polygon, { sender, hash })).toBeUndefined();
  await evm.mine(1);
  expect(await real.payouts.paidFee(Network.Polygon, { sender, hash })).toBe(fee);
});

test('reports no fee for a transaction of another sender or a missing transaction', async () => {
  const hash = await evm.mint(anybody(), '1');
  await evm.mine(6);
  expect(await real.payouts.paidFee(Network.Polygon, { sender: anybody(), hash })).toBeUndefined();
  expect(await real.payouts.paidFee(Network.Polygon, { sender, hash: `0x${'ab'.repeat(32)}` })).toBeUndefined();
});

/** The same node, with changed receipts. */
async function withReceipts(change: object): Promise<PublicClient> {
  const [network] = settings.networks;
  if (!network) throw new Error('The settings have a network');
  const client = await createNodeClient(network)();
  return {
    ...client,
    getTransactionReceipt: async (args) => ({ ...(await client.getTransactionReceipt(args)), ...change }),
  };
}

test('adds the data fee of a rollup, and accepts a receipt without a gas price', async () => {
  const [network] = settings.networks;
  if (!network) throw new Error('The settings have a network');
  const hash = await viction.evm.mint(anybody(), '1');
  await viction.evm.mine(6);
  const legacySender = viction.evm.client.account.address;
  expect(await viction.real.payouts.paidFee(Network.Viction, { sender: legacySender, hash })).toBeGreaterThan(0n);

  const other = await evm.mint(anybody(), '1');
  await evm.mine(6);
  const fee = (await real.payouts.paidFee(Network.Polygon, { sender, hash: other })) ?? 0n;
  const rollup = await withReceipts({ l1Fee: '0x3e8' });
  expect(await paidFee(rollup, { sender, hash: other }, network)).toBe(fee + 1000n);
  const old = await withReceipts({ effectiveGasPrice: null });
  expect(await paidFee(old, { sender, hash: other }, network)).toBe(fee);
});
