import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Network } from '@wusd/api-sdk/domain';
import { people, startToken } from '@wusd/contracts/testing';
import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findCustomerByEmail } from '../src/commands/customers.ts';
import { followSupplyOrders } from '../src/domains/operations/supply/follow.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { scanChains } from '../src/domains/transfers/crypto/scan.ts';
import { runOperatorCommand } from '../src/domains/operations/run.ts';
import { hexOf } from '@wusd/payouts/evm/hex';
import { ed25519Key } from '@wusd/payouts/keys/signing-key';
import { finalityDepth } from '@wusd/payouts/finality';
import { readNetworkSettings } from '@wusd/payouts/network-settings';
import { depositKey, depositXpub, payoutAddress, payoutKey } from '@wusd/payouts/testing/evm-node';
import { keyFile } from '@wusd/payouts/testing/keys/key-files';
import { clientOf, mei, signIn, startTwoNodes } from '../testing/harness.ts';
import { operatorOf, runtimeOf } from '../testing/operator.ts';

// The released contract on a real node. The treasury sends exactly the transaction that the command prints.

const networkId = Network.Base;
const token = await startToken({ chainId: 8453 });
afterAll(() => token.stop());
const folder = mkdtempSync(join(tmpdir(), 'wusd-supply-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'networks.json');
const limits = { perPayout: '100000', perDay: '1000000', maxFeeGwei: '500' };
const tokens = { WUSD: { address: token.address, decimals: 6 } };
const network = { networkId, url: token.url, tokens, limits, finalBlocks: 5 };
writeFileSync(file, JSON.stringify({ evm: { depositKey: depositXpub, networks: [network] } }));
const { node, other } = await startTwoNodes({
  sandboxPace: 'manual',
  networks: readNetworkSettings(file),
  payoutKeys: { evm: { current: keyFile(payoutKey), retired: [] } },
});
const both = [node, other].map(({ server }) => server.services);
const { services } = node.server;
const { db } = services;
const operator = operatorOf(services);

let snapshot: Hex;
beforeEach(async () => {
  snapshot = await token.client.snapshot();
});

const balanceOf = async (owner: string, kind: string): Promise<bigint> => {
  const account = db.selectFrom('account').select('posted').where('owner', '=', owner).where('kind', '=', kind);
  return BigInt((await account.where('asset', '=', 'WUSD').executeTakeFirst())?.posted ?? 0);
};
const supplyInLedger = (): Promise<bigint> => balanceOf(`supply:${networkId}`, 'supply');
const custodyInLedger = (): Promise<bigint> => balanceOf(`custody:${networkId}`, 'custody');
const wusd = (amount: number): bigint => BigInt(amount) * 10n ** 18n;

const idOf = (printed: string): string => /sup_\w+/.exec(printed)?.[0] ?? '';
async function order(kind: 'mint' | 'burn', amount: string, ...options: string[]): Promise<string> {
  return idOf(
    await operator(`order-${kind}`, '--network', 'base', '--amount', amount, '--purpose', 'Test', ...options),
  );
}
async function approve(id: string): Promise<string> {
  await operator('approve', id, '--operator', 'priya');
  return operator('approve', id, '--operator', 'somsak');
}
/** Sends the printed transaction, as the treasury's wallet does. */
async function sendPrinted(printed: string, person: 'minter' | 'burner'): Promise<Hex> {
  const to = hexOf(/^ +to +(0x\w{40})$/m.exec(printed)?.[1] ?? '');
  const data = hexOf(/data +(0x\w+)/.exec(printed)?.[1] ?? '');
  return token.mined(token.client.sendTransaction({ account: people[person], chain: null, to, data }));
}
const record = (id: string, hash: string): Promise<string> => operator('record-supply-transaction', id, '--hash', hash);
/** One round on both nodes at once. */
const follow = () => Promise.all(both.map((each) => followSupplyOrders(each)));
const scan = () => Promise.all(both.map((each) => scanChains(each)));
async function finalize(): Promise<void> {
  await token.mine(finalityDepth(networkId));
  await scan();
  await follow();
}
async function mintFully(amount: string, ...options: string[]): Promise<void> {
  const id = await order('mint', amount, ...options);
  await record(id, await sendPrinted(await approve(id), 'minter'));
  await finalize();
}

beforeAll(async () => {
  await token.client.setBalance({ address: payoutAddress, value: 10n ** 20n });
});

test('two approvals need two keys, even under different names', async () => {
  const keys = { priya: ed25519Key(new Uint8Array(32).fill(1)), somsak: ed25519Key(new Uint8Array(32).fill(2)) };
  const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
  const directory = new Map(Object.entries(keys).map(([name, { publicKey }]) => [name, hex(publicKey)]));
  const runAs = (key: keyof typeof keys, ...argv: string[]) =>
    runOperatorCommand({ ...runtimeOf(services), readKeys: async () => ({ directory, key: keys[key] }) }, argv);
  const id = await order('mint', '10.00');
  expect(await runAs('priya', 'approve', id)).toMatchObject({ exitCode: 0 });
  expect(await runAs('priya', 'approve', id)).toMatchObject({ exitCode: 1 });
  expect(await runAs('priya', 'approve', id, '--operator', 'somsak')).toMatchObject({
    exitCode: 1,
    stderr: 'Your key is that of priya, not of somsak.',
  });
  expect((await runAs('somsak', 'approve', id)).stdout).toMatch(/approved/);
  await operator('cancel-supply-order', id, '--why', 'Test');
});

test('a mint needs two operators, is sent by the treasury, and is posted once when final', async () => {
  const id = await order('mint', '1000.00');
  expect(await operator('approve', id, '--operator', 'priya')).not.toContain('data');
  await expect(operator('approve', id, '--operator', 'priya')).rejects.toThrow('Another operator must');
  await expect(record(id, `0x${'1'.repeat(64)}`)).rejects.toThrow('is pending approval. This needs approved');
  const printed = await operator('approve', id, '--operator', 'somsak');
  expect(printed).toContain(`mint 1,000.00 WUSD on Base to ${payoutAddress}, approved`);
  const hash = await sendPrinted(printed, 'minter');
  expect(await record(id, hash)).toContain(hash);
  await scan();
  await follow();
  // The transaction is on the network and not final: nothing is posted, and reconcile finds no difference.
  expect(await supplyInLedger()).toBe(0n);
  expect(await reconcile(services)).toEqual([]);
  await finalize();
  await follow();
  expect([await supplyInLedger(), await custodyInLedger()]).toEqual([wusd(1000), wusd(1000)]);
  expect(await operator('supply-orders', id)).toContain('completed');
  expect(await reconcile(services)).toEqual([]);
});

test('a transaction belongs to one order', async () => {
  const [first, second] = [await order('mint', '5'), await order('mint', '5')];
  const hash = await sendPrinted(await approve(first), 'minter');
  await approve(second);
  await record(first, hash);
  await expect(record(second, hash)).rejects.toThrow('belongs to another order');
  await finalize();
  await expect(record(second, hash)).rejects.toThrow('belongs to another order');
  await operator('cancel-supply-order', second, '--why', 'Ordered twice');
  expect(await reconcile(services)).toEqual([]);
});

test.each([
  ['another amount', 'mint', [people.ann.address, 6_000_000n], 'is a mint of 6.0'],
  ['another recipient', 'mint', [people.bob.address, 5_000_000n], `to ${people.bob.address}`],
] as const)('a transaction with %s is refused', async (_, call, args, message) => {
  const id = await order('mint', '5', '--to', people.ann.address);
  await approve(id);
  const hash = await token.send('minter', call, ...args);
  await expect(record(id, hash)).rejects.toThrow(message);
  await operator('cancel-supply-order', id, '--why', 'Wrong transaction');
  await token.client.revert({ id: snapshot });
});

test('a transaction that was reverted, is unknown or calls another contract is refused', async () => {
  const id = await order('mint', '5');
  const printed = await approve(id);
  const data = hexOf(/data +(0x\w+)/.exec(printed)?.[1] ?? '');
  const send = (account: (typeof people)[keyof typeof people], to: Hex) =>
    token.mined(token.client.sendTransaction({ account, chain: null, to, data, gas: 200_000n }));
  const hashes = [
    await send(people.ann, token.address),
    await send(people.minter, people.bob.address),
    `0x${'1'.repeat(64)}`,
  ];
  await Promise.all(
    hashes.map((hash) => expect(record(id, hash)).rejects.toThrow('is in no block, was reverted, or called another')),
  );
  await expect(record(id, 'x')).rejects.toThrow('64 hexadecimal digits');
  await operator('cancel-supply-order', id, '--why', 'Wrong transaction');
  await expect(approve(id)).rejects.toThrow('is cancelled');
});

test('a mint whose block is reversed before it is final is not posted, and can be sent again', async () => {
  const before = await supplyInLedger();
  const id = await order('mint', '7');
  const printed = await approve(id);
  await record(id, await sendPrinted(printed, 'minter'));
  await token.client.revert({ id: snapshot });
  await token.mine(finalityDepth(networkId) + 10);
  await follow();
  expect(await operator('supply-orders', id)).toContain('approved');
  expect(await supplyInLedger()).toBe(before);
  await record(id, await sendPrinted(printed, 'minter'));
  await finalize();
  expect(await supplyInLedger()).toBe(before + wusd(7));
  expect(await reconcile(services)).toEqual([]);
});

test('the desk issues a mint to others, and a mint to a deposit address is refused', async () => {
  const [custody, desk] = [await custodyInLedger(), await supplyInLedger()];
  await mintFully('250.5', '--to', people.ann.address);
  expect([await custodyInLedger(), await supplyInLedger()]).toEqual([custody, desk + wusd(2505) / 10n]);
  const api = clientOf(node, await signIn(node));
  const { address } = await api.walletAccounts.getDepositAddress({ currency: 'WUSD', networkId });
  await expect(order('mint', '1', '--to', address)).rejects.toThrow('deposit address');
  await expect(order('mint', '1.0000001')).rejects.toThrow('at most 6 decimal places');
  await expect(order('mint', '0')).rejects.toThrow('more than zero');
  expect(await reconcile(services)).toEqual([]);
});

test('a burn at a deposit address lowers custody and supply', async () => {
  const customerId = (await findCustomerByEmail(db, services.vault, mei.username))?.id ?? '';
  const { key_index: keyIndex } = await db
    .selectFrom('derivation')
    .select('key_index')
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  const { privateKey } = depositKey.deriveChild(Number(keyIndex));
  const holder = privateKeyToAccount(`0x${Buffer.from(privateKey ?? []).toString('hex')}`);
  await mintFully('30', '--to', people.ann.address);
  await token.send('ann', 'transfer', holder.address, 30_000_000n);
  await scan();
  await token.client.setBalance({ address: holder.address, value: 10n ** 18n });
  await token.mined(
    token.client.writeContract({
      abi: token.abi,
      address: token.address,
      functionName: 'approve',
      args: [people.burner.address, 20_000_000n],
      account: holder,
      chain: null,
    }),
  );
  const supply = await supplyInLedger();
  const id = await order('burn', '20', '--from', holder.address);
  await record(id, await sendPrinted(await approve(id), 'burner'));
  await scan();
  expect(await reconcile(services)).toEqual([]);
  await finalize();
  expect(await supplyInLedger()).toBe(supply - wusd(20));
  expect(await operator('supply-orders')).toContain(`${id}\tburn\tBase\t20.00 WUSD\tcompleted\tpriya, somsak\tpriya`);
  expect(await reconcile(services)).toEqual([]);
});
