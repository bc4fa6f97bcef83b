import { once } from 'node:events';
import { randomBytes, randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import type { CryptoTransaction, WalletClient } from '@wusd/api-sdk';
import { Network } from '@wusd/api-sdk/domain';
import { subtract } from '@wusd/api-sdk/money';
import { type Hex, parseGwei } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { finalityDepth } from '@wusd/payouts/finality';
import { readNetworkSettings } from '@wusd/payouts/network-settings';
import { advanceDeposits } from '../src/domains/transfers/crypto/deposits.ts';
import { scanChains } from '../src/domains/transfers/crypto/scan.ts';
import { followWithdrawals } from '../src/domains/transfers/crypto/follow-withdrawals.ts';
import { sendWithdrawals } from '../src/domains/transfers/crypto/send-withdrawals.ts';
import { findCustomerByEmail } from '../src/commands/customers.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { payoutKey, startEvmNode } from '@wusd/payouts/testing/evm-node';
import { recordSupply } from '../testing/record-supply.ts';
import { keyFile } from '@wusd/payouts/testing/keys/key-files';
import { expireLeases } from '../testing/leases.ts';
import { startServerProcess } from '../testing/process.ts';
import { askWithdrawal, saveOldAddress } from '../testing/withdrawals.ts';
import { advance, clientOf, eventually, mei, signIn, startTwoNodes } from '../testing/harness.ts';

// Two API nodes share one real EVM node with a real token. The ledger must always match the chain.

const kills = Number(process.env['CRASH_KILLS'] ?? 2);
const networkId = Network.Base;
const evm = await startEvmNode({ chainId: 8453 });
afterAll(() => evm.stop());
const folder = mkdtempSync(join(tmpdir(), 'wusd-evm-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'evm.json');
writeFileSync(file, JSON.stringify({ evm: evm.settings(networkId) }));
const { node, other, database } = await startTwoNodes({
  sandboxPace: 'manual',
  networks: readNetworkSettings(file),
  payoutKeys: { evm: { current: keyFile(payoutKey), retired: [] } },
});
const both = [node, other].map(({ server }) => server.services);
const { services } = node.server;
const { db, vault } = services;

let api: WalletClient;
let customerId: string;
let address: string;
beforeAll(async () => {
  await evm.fuel();
  api = clientOf(node, await signIn(node));
  customerId = (await findCustomerByEmail(db, vault, mei.username))?.id ?? '';
  ({ address } = await api.walletAccounts.getDepositAddress({ currency: 'WUSD', networkId }));
  await eventually(async () => ((await balance()) === '12480.500000000000000000' ? true : undefined));
});
beforeEach(() => db.deleteFrom('throttle').execute());
afterEach(async () => {
  await look();
  await recordSupply(services, networkId);
  expect(await reconcile(services)).toEqual([]);
});

async function balance(): Promise<string> {
  return (await api.walletAccounts.list()).find(({ currency }) => currency === 'WUSD')?.available ?? '';
}
/** One round of all jobs on both nodes at once. */
async function look(): Promise<void> {
  for (const round of [scanChains, advanceDeposits, sendWithdrawals, followWithdrawals])
    await Promise.all(both.map((each) => round(each)));
}
async function byHash(hash: string): Promise<CryptoTransaction[]> {
  return (await api.cryptoTransactions.search({ filter: { text: hash }, sort: 'oldest' })).items;
}
const anybody = (): Hex => privateKeyToAddress(`0x${randomBytes(32).toString('hex')}`);
const statusOf = async (id: string): Promise<string> => (await api.cryptoTransactions.get(id)).status;
const signedOf = (id: string) =>
  db.selectFrom('signed_tx').selectAll().where('withdrawal_id', '=', id).orderBy('attempt').execute();
/** Moves the customer's tokens to the payout account. */
async function sweep(): Promise<void> {
  const { key_index: index } = await db
    .selectFrom('derivation')
    .select('key_index')
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  await evm.sweep(Number(index));
}

test('a deposit is found in the logs, counts its confirmations, and is credited to the last digit', async () => {
  const before = await balance();
  const hash = await evm.mint(address, '250.123456');
  await look();
  const [seen] = await byHash(hash);
  expect(seen).toMatchObject({
    status: 'processing',
    receivingAccount: address,
    confirmations: { seen: 1, needed: 20 },
    explorerUrl: `https://basescan.org/tx/${hash}`,
  });
  await evm.mine(18);
  await look();
  expect((await byHash(hash))[0]).toMatchObject({ status: 'processing', confirmations: { seen: 19 } });
  expect(await balance()).toBe(before);
  await evm.mine();
  await look();
  expect((await byHash(hash))[0]).toMatchObject({ status: 'completed' });
  expect(subtract(await balance(), before)).toBe('250.123456000000000000');
});

test('the sandbox cannot simulate events on a real chain', async () => {
  const { id = '' } = (await api.cryptoTransactions.search({ filter: { networkId } })).items[0] ?? {};
  const money = { currency: 'WUSD' as const, amount: '5' };
  for (const event of [
    { type: 'chain-transfer' as const, subjectId: mei.username, networkId, money },
    { type: 'confirmations' as const, subjectId: id },
  ])
    expect(await node.api.sandbox.createEvent(event).safe()).toMatchObject({ ok: false });
  expect(await node.api.sandbox.listMoves('crypto-transaction', id)).toEqual([]);
});

test('a deposit whose block is replaced is credited once, from its new block', async () => {
  const before = await balance();
  const snapshot = await evm.client.snapshot();
  const hash = await evm.mint(address, '40');
  const raw = await evm.rawTransaction(hash);
  await look();
  await evm.client.revert({ id: snapshot });
  // New blocks, of which the second has the same transaction.
  await evm.mine();
  await evm.client.sendRawTransaction({ serializedTransaction: raw });
  await evm.mine(3);
  await look();
  await evm.mine(20);
  await look();
  await look();
  const found = await byHash(hash);
  expect(found.filter(({ status }) => status === 'completed')).toHaveLength(1);
  expect(found.filter(({ status }) => status !== 'completed' && status !== 'failed')).toEqual([]);
  expect(subtract(await balance(), before)).toBe('40.000000000000000000');
});

test('a deposit whose block is reversed after it was credited is debited again', async () => {
  const before = await balance();
  const snapshot = await evm.client.snapshot();
  const hash = await evm.mint(address, '30');
  await evm.mine(19);
  await look();
  expect((await byHash(hash))[0]?.status).toBe('completed');
  await evm.client.revert({ id: snapshot });
  await evm.mine(30);
  await look();
  expect((await byHash(hash))[0]?.status).toBe('failed');
  expect(await balance()).toBe(before);
});

test('a withdrawal waits until the payout account has enough, then is sent and debited once', async () => {
  const to = anybody();
  const addressId = await saveOldAddress(services, customerId, networkId, to);
  const before = await balance();
  const id = await askWithdrawal(services, { customerId, addressId, amount: '100.5' });
  await look();
  expect(await api.cryptoTransactions.get(id)).toMatchObject({
    status: 'to be processed',
    hold: { reasonCode: 'liquidity' },
  });
  await sweep();
  await advance(61, node, other);
  api = clientOf(node, await signIn(node));
  await look();
  expect(await statusOf(id)).toBe('processing');
  await evm.mine();
  expect(await evm.balanceOf(to)).toBe(100_500_000n);
  await evm.mine(11);
  await look();
  expect(await statusOf(id)).toBe('completed');
  expect(subtract(before, await balance())).toBe('101.500000000000000000');
  const [signed] = await signedOf(id);
  expect((await api.cryptoTransactions.get(id)).transactionHash).toBe(signed?.hash);
});

test('a withdrawal that no block includes is signed again with a higher price at its nonce, and arrives once', async () => {
  const to = anybody();
  const addressId = await saveOldAddress(services, customerId, networkId, to);
  const id = await askWithdrawal(services, { customerId, addressId, amount: '20' });
  await look();
  await evm.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('80') });
  await evm.mine();
  await advance(11 * 60, node, other);
  await look();
  const [first, second] = await signedOf(id);
  expect(second).toMatchObject({ nonce: first?.nonce, attempt: 2 });
  await evm.mine(12);
  await look();
  expect(await evm.balanceOf(to)).toBe(20_000_000n);
  api = clientOf(node, await signIn(node));
  expect(await api.cryptoTransactions.get(id)).toMatchObject({ status: 'completed', transactionHash: second?.hash });
});

test('a withdrawal that its token reverts is refunded in full', async () => {
  const addressId = await saveOldAddress(services, customerId, networkId, anybody());
  const before = await balance();
  await evm.pause(true);
  try {
    const id = await askWithdrawal(services, { customerId, addressId, amount: '20' });
    await look();
    await evm.mine(12);
    await look();
    // The same bytes could still succeed in another block.
    expect(await statusOf(id)).toBe('processing');
    await evm.mine(finalityDepth(networkId));
    await look();
    expect(await statusOf(id)).toBe('failed');
    expect(await balance()).toBe(before);
  } finally {
    await evm.pause(false);
  }
});

test('reconcile reports tokens on the chain that the ledger lacks', async () => {
  const snapshot = await evm.client.snapshot();
  const stray = anybody();
  await evm.mint(stray, '1');
  await look();
  expect(await reconcile(services)).toEqual([expect.stringMatching(/: 1.00 WUSD were minted there without an order$/)]);
  await recordSupply(services, networkId);
  expect(await reconcile(services)).toEqual([]);
  await evm.mint(privateKeyToAddress(payoutKey), '3');
  await look();
  await recordSupply(services, networkId);
  expect(await reconcile(services)).toEqual([expect.stringMatching(/^Base: holds .* WUSD at \d+, the ledger says/)]);
  await evm.client.revert({ id: snapshot });
  await evm.mine(10);
});

test(`a node killed ${kills} times while it sends pays each recipient once`, async () => {
  await evm.mint(address, '2000');
  await evm.mine(20);
  await look();
  await sweep();
  // Only the killed process sends. The two nodes in this process do not until the end.
  const prices = both.map(({ gateways }) =>
    vi.spyOn(gateways.payouts, 'currentPrice').mockRejectedValue(new Error('Idle')),
  );
  const env = { WUSD_NETWORKS_FILE: file, WUSD_EVM_PAYOUT_KEY: keyFile(payoutKey).text, WUSD_SANDBOX_PACE: 'manual' };
  const payees: Hex[] = [];
  const asked: string[] = [];
  const signed = () => db.selectFrom('signed_tx').select('nonce').where('withdrawal_id', 'in', asked).execute();
  for (let kill = 0; kill < kills; kill += 1) {
    await expireLeases(db);
    const child = await startServerProcess({ databaseUrl: database, env });
    const ended = once(child.process, 'exit');
    for (let index = 0; index < 8; index += 1) {
      const to = anybody();
      const addressId = await saveOldAddress(services, customerId, networkId, to);
      asked.push(await askWithdrawal(services, { customerId, addressId, amount: '10' }));
      payees.push(to);
      await services.notifier.send('withdrawals');
    }
    // The process dies at a random moment. Only the last one is sure to have sent something.
    if (kill === kills - 1) await eventually(async () => ((await signed()).length > 0 ? true : undefined));
    await pass(randomInt(150));
    child.process.kill('SIGKILL');
    expect((await ended)[1]).toBe('SIGKILL');
    await evm.mine(3);
  }
  for (const each of prices) each.mockRestore();
  const read = () => db.selectFrom('crypto_transaction').select(['id', 'status']).where('id', 'in', asked).execute();
  // A nonce that one node has just signed delays another withdrawal to the next round.
  await eventually(async () => {
    await look();
    return (await read()).some(({ status }) => status === 'to be processed') ? undefined : true;
  });
  await evm.mine(12);
  await look();
  const rows = await read();
  expect(rows.filter(({ status }) => status !== 'completed')).toEqual([]);
  for (const to of payees) expect(await evm.balanceOf(to)).toBe(10_000_000n);
  const sorted = (await signed()).map(({ nonce }) => Number(nonce)).toSorted((one, next) => one - next);
  expect(sorted).toEqual(sorted.map((_, index) => (sorted[0] ?? 0) + index));
}, 300_000);
