import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Network } from '@wusd/api-sdk/domain';
import { type Hex, parseGwei } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { readNetworkSettings } from '@wusd/payouts/network-settings';
import { advanceDeposits } from '../src/domains/transfers/crypto/deposits.ts';
import { depositTargetOf } from '../src/domains/transfers/crypto/deposit-addresses.ts';
import { scanChains } from '../src/domains/transfers/crypto/scan.ts';
import { followWithdrawals } from '../src/domains/transfers/crypto/follow-withdrawals.ts';
import { watchPayoutFunds } from '../src/domains/transfers/crypto/payout-funds.ts';
import { sendWithdrawals } from '../src/domains/transfers/crypto/send-withdrawals.ts';
import { findCustomerByEmail } from '../src/commands/customers.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import type { Services } from '../src/domains/services.ts';
import { listAlerts } from '../src/platform/alerts/alerts.ts';
import { transact } from '../src/platform/database/database.ts';
import { payoutKey, startEvmNode } from '@wusd/payouts/testing/evm-node';
import { keyFile } from '@wusd/payouts/testing/keys/key-files';
import { askWithdrawal, saveOldAddress } from '../testing/withdrawals.ts';
import { advance, createDatabase, eventually, mei, type Node, startNode } from '../testing/harness.ts';
import { operatorOf } from '../testing/operator.ts';
import { hexOf } from '@wusd/payouts/evm/hex';
import { present } from '@wusd/server-kit/testing/present';
import { recordSupply } from '../testing/record-supply.ts';

// A new payout key replaces the old one while payouts are in flight, on a real EVM node with a real token.

const networkId = Network.Base;
const evm = await startEvmNode({ chainId: 8453 });
const folder = mkdtempSync(join(tmpdir(), 'wusd-rotation-'));
const file = join(folder, 'evm.json');
writeFileSync(file, JSON.stringify({ evm: evm.settings(networkId) }));
const keys = [payoutKey, `0x${'43'.repeat(32)}`, `0x${'44'.repeat(32)}`, `0x${'45'.repeat(32)}`] as const;
const senderOf = (key: Hex): Hex => privateKeyToAddress(key);
const database = await createDatabase();
const start = (key: Hex, retired: readonly Hex[] = []): Promise<Node> =>
  startNode(database, {
    sandboxPace: 'manual',
    networks: readNetworkSettings(file),
    payoutKeys: { evm: { current: keyFile(key), retired: retired.map(keyFile) } },
  });

let node = await start(keys[0]);
let services: Services = node.server.services;
let customerId: string;
let keyIndex: number;
let address: string;
afterAll(async () => {
  await node[Symbol.asyncDispose]();
  await evm.stop();
  rmSync(folder, { recursive: true });
});
beforeAll(async () => {
  for (const key of keys) await evm.fuel(senderOf(key));
  customerId = (await findCustomerByEmail(services.db, services.vault, mei.username))?.id ?? '';
  const target = await transact(services.db, (trx) => depositTargetOf(services, trx, customerId, networkId));
  address = target.address;
  const derivation = services.db.selectFrom('derivation').select('key_index').where('customer_id', '=', customerId);
  keyIndex = Number((await derivation.executeTakeFirstOrThrow()).key_index);
});
afterEach(async () => {
  await look();
  await recordSupply(services, networkId);
  expect(await reconcile(services)).toEqual([]);
});

async function look(): Promise<void> {
  for (const round of [scanChains, advanceDeposits, sendWithdrawals, followWithdrawals]) await round(services);
}
/** Deposits an amount for the customer and moves it to a payout address. */
async function fund(amount: string, to: Hex): Promise<void> {
  await evm.mint(address, amount);
  await evm.mine(20);
  await look();
  await evm.sweep(keyIndex, to);
}
async function rotate(key: Hex, retired: readonly Hex[]): Promise<void> {
  await node[Symbol.asyncDispose]();
  node = await start(key, retired);
  ({ services } = node.server);
}
async function ask(amount: string): Promise<{ id: string; to: Hex }> {
  const to = privateKeyToAddress(`0x${randomBytes(32).toString('hex')}`);
  const addressId = await saveOldAddress(services, customerId, networkId, to);
  return { id: await askWithdrawal(services, { customerId, addressId, amount }), to };
}
const asks = async (count: number): Promise<{ id: string; to: Hex }[]> => {
  const asked = [];
  for (let index = 0; index < count; index += 1) asked.push(await ask('10'));
  return asked;
};
const rowOf = (id: string) =>
  services.db.selectFrom('crypto_transaction').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const signedOf = (id: string) =>
  services.db.selectFrom('signed_tx').selectAll().where('withdrawal_id', '=', id).orderBy('attempt').execute();
const untilSent = (id: string): Promise<true> =>
  eventually(async () => {
    await look();
    // The node's own job may already have seen it paid.
    return ['processing', 'completed'].includes((await rowOf(id)).status) ? true : undefined;
  });
async function expectPaidOnce(asked: readonly { id: string; to: Hex }[]): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await evm.mine(12);
    await look();
  }
  for (const { id, to } of asked) {
    expect(await rowOf(id)).toMatchObject({ id, status: 'completed' });
    expect(await evm.balanceOf(to)).toBe(10_000_000n);
  }
}

/**
 * Sends a payout, then raises the block price above it.
 * @param gwei the block price; the signer pays up to 500
 */
async function sendBelowPrice(gwei = 100): Promise<{ id: string; to: Hex }> {
  const sent = await ask('10');
  await untilSent(sent.id);
  await evm.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei(String(gwei)) });
  await evm.mine(1);
  expect((await rowOf(sent.id)).status).toBe('processing');
  return sent;
}
const operator = (...argv: string[]): Promise<string> => operatorOf(services)(...argv);
const cancelPayout = (id: string) => operator('cancel-payout', id, '--why', 'The network dropped it');
/** Retries, as the error message says, when the node's own job changes the payout at the same time. */
const cancelUnchanged = (id: string): Promise<string> =>
  eventually(() =>
    cancelPayout(id).catch((error: unknown) => {
      if (String(error).includes('has changed in the meantime')) return undefined;
      throw error;
    }),
  );
const alertsOf = async (kind: string) => (await listAlerts(services.db)).filter((each) => each.kind === kind);

describe('after a rotation of the payout key', () => {
  test('withdrawals of the old and the new key complete once each, at nonces of their own sender', async () => {
    await fund('500', senderOf(keys[0]));
    const mined = await asks(3);
    for (const { id } of mined) await untilSent(id);
    await evm.mine(1);
    const inPool = await asks(4);
    for (const { id } of inPool) await untilSent(id);
    // The network drops one of them. Only its stored bytes can send it again.
    const [forgotten] = await signedOf(inPool[3]?.id ?? '');
    await evm.client.dropTransaction({ hash: hexOf(present(forgotten).hash) });
    const waiting = await asks(2);
    await rotate(keys[1], []);
    await fund('500', senderOf(keys[1]));
    const asked = await asks(6);
    // Withdrawals that wait for tokens at the new address are tried again.
    await advance(61, node);
    for (const { id } of [...waiting, ...asked]) await untilSent(id);
    await expectPaidOnce([...mined, ...inPool, ...waiting, ...asked]);
    const rows = await services.db.selectFrom('signed_tx').selectAll().where('attempt', '=', 1).execute();
    for (const key of [keys[0], keys[1]]) {
      const own = rows.filter(({ sender }) => sender === senderOf(key));
      const nonces = own.map(({ nonce }) => Number(nonce)).toSorted((one, next) => one - next);
      expect(nonces.length).toBeGreaterThan(0);
      expect(nonces).toEqual(nonces.map((_, index) => index));
    }
  }, 120_000);

  test('a stuck payout of the old key reports the key it needs, and is signed again once the key is configured', async () => {
    const stuck = await sendBelowPrice();
    await rotate(keys[2], []);
    await advance(31 * 60, node);
    await eventually(async () => {
      await look();
      return (await alertsOf('payout-key-missing')).length === 1 ? true : undefined;
    });
    await expect(cancelPayout(stuck.id)).rejects.toThrow(
      `Cancelling needs the key of ${senderOf(keys[1])}: add it to WUSD_RETIRED_EVM_PAYOUT_KEYS`,
    );
    expect(await operator('queue')).toMatch(
      new RegExp(
        `stuck payout +${stuck.id} .*Base, nonce \\d+ of ${senderOf(keys[1])}, 0x\\w+ +(in its network's pool|its network does not know it)`,
      ),
    );
    await rotate(keys[2], [keys[1]]);
    await eventually(async () => {
      await look();
      return (await signedOf(stuck.id)).length === 2 ? true : undefined;
    });
    await expectPaidOnce([stuck]);
    expect(await alertsOf('payout-key-missing')).toEqual([]);
    await fund('500', senderOf(keys[2]));
  }, 120_000);
});

describe('a stuck payout', () => {
  test('is released by a final cancellation, signed again and paid once', async () => {
    const stuck = await sendBelowPrice(900);
    await advance(31 * 60, node);
    await look();
    expect(await operator('queue')).toMatch(new RegExp(`stuck payout +${stuck.id} .*cancel-payout`));
    expect(await cancelUnchanged(stuck.id)).toContain('cancels nonce');
    await expect(cancelPayout(stuck.id)).rejects.toThrow('is being cancelled');
    await evm.mine(1);
    await look();
    // The cancellation is in a block and not final.
    expect((await rowOf(stuck.id)).status).toBe('processing');
    await evm.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('1') });
    await evm.mine(8);
    await eventually(async () => {
      await look();
      return (await rowOf(stuck.id)).status === 'processing' ? undefined : true;
    });
    expect(await rowOf(stuck.id)).toMatchObject({ status: 'to be confirmed', hold_reason: 'displaced' });
    expect(await evm.balanceOf(stuck.to)).toBe(0n);
    await operator('approve', stuck.id);
    await untilSent(stuck.id);
    await expectPaidOnce([stuck]);
    expect((await signedOf(stuck.id)).map(({ kind }) => kind)).toEqual(['payout', 'cancellation', 'payout']);
  });

  test('that a block includes before its cancellation is not paid again', async () => {
    const stuck = await ask('10');
    await untilSent(stuck.id);
    const [payout] = await signedOf(stuck.id);
    // The cancellation never reaches the network.
    const broadcast = vi.spyOn(services.gateways.payouts, 'broadcast').mockResolvedValue();
    await cancelUnchanged(stuck.id);
    await evm.mine(1);
    broadcast.mockRestore();
    await expectPaidOnce([stuck]);
    expect(await rowOf(stuck.id)).toMatchObject({ status: 'completed', hash: payout?.hash });
    await expect(cancelPayout(stuck.id)).rejects.toThrow('is not a payout in flight');
  });

  test('that is included in a block is not released', async () => {
    const sent = await ask('10');
    await untilSent(sent.id);
    await evm.mine(1);
    await expect(cancelPayout(sent.id)).rejects.toThrow('is in a block');
    await expectPaidOnce([sent]);
  });
});

describe('a key that never paid', () => {
  test('keeps its funds after another key replaces it', async () => {
    const last = keys[3];
    await rotate(last, [keys[2]]);
    await fund('5', senderOf(last));
    await watchPayoutFunds(services);
    await rotate(keys[2], [keys[1]]);
    expect(await evm.balanceOf(senderOf(last))).toBe(5_000_000n);
  });
});
