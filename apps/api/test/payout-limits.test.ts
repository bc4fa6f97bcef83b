import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Network } from '@wusd/api-sdk/domain';
import { toMinor } from '@wusd/api-sdk/money';
import { type Hex, parseGwei } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { readNetworkSettings } from '@wusd/payouts/network-settings';
import { listAlerts } from '../src/platform/alerts/alerts.ts';
import { transact } from '../src/platform/database/database.ts';
import { depositTargetOf } from '../src/domains/transfers/crypto/deposit-addresses.ts';
import { advanceDeposits } from '../src/domains/transfers/crypto/deposits.ts';
import { scanChains } from '../src/domains/transfers/crypto/scan.ts';
import { followWithdrawals } from '../src/domains/transfers/crypto/follow-withdrawals.ts';
import { sendWithdrawals } from '../src/domains/transfers/crypto/send-withdrawals.ts';
import { findCryptoTransaction } from '../src/domains/transfers/crypto/responses.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { simulatedAddress } from '../src/sandbox/chain.ts';
import { payoutAddress, payoutKey, startEvmNode } from '@wusd/payouts/testing/evm-node';
import { keyFile } from '@wusd/payouts/testing/keys/key-files';
import { askWithdrawal, saveOldAddress } from '../testing/withdrawals.ts';
import { advance, eventually, fundedDemoCustomer, startNode, startTwoNodes } from '../testing/harness.ts';
import { recordSupply } from '../testing/record-supply.ts';

// All nodes share the limits of payouts. A withdrawal that reaches a limit waits for it.

const evm = await startEvmNode({ chainId: 8453 });
const folder = mkdtempSync(join(tmpdir(), 'wusd-limits-'));
const file = join(folder, 'evm.json');
const limits = { perPayout: '100', perDay: '1000', maxFeeGwei: '50' };
writeFileSync(file, JSON.stringify({ evm: evm.settings(Network.Base, limits) }));
const settings = {
  sandboxPace: 'manual',
  networks: readNetworkSettings(file),
  payoutKeys: { evm: { current: keyFile(payoutKey), retired: [] } },
} as const;
const { node, other, database } = await startTwoNodes(settings);
const both = [node, other].map(({ server }) => server.services);
const { services } = node.server;
const { db } = services;
let customerId: string;
beforeAll(async () => {
  customerId = await fundedDemoCustomer(node);
  await evm.fuel();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await look();
  await recordSupply(services, Network.Base);
  expect(await reconcile(services)).toEqual([]);
});
afterAll(async () => {
  await evm.stop();
  rmSync(folder, { recursive: true });
});

async function look(): Promise<void> {
  for (const round of [scanChains, advanceDeposits, sendWithdrawals, followWithdrawals])
    await Promise.all(both.map((each) => round(each)));
}
const rowsOf = (ids: readonly string[]) =>
  db.selectFrom('crypto_transaction').selectAll().where('id', 'in', ids).orderBy('id').execute();
const shown = (id: string) =>
  findCryptoTransaction(db, { customerId, directions: ['withdrawal'], language: 'en_US' }, id);
const alertsOf = async (kind: string) => (await listAlerts(db)).filter((each) => each.kind === kind);
const anybody = (): Hex => privateKeyToAddress(`0x${randomBytes(32).toString('hex')}`);
/** Waits until each withdrawal was signed or waits for a limit. */
const untilTried = (ids: readonly string[]) =>
  eventually(async () => {
    await look();
    const rows = await rowsOf(ids);
    return rows.every(({ status, hold_reason: reason }) => status !== 'to be processed' || reason !== null)
      ? rows
      : undefined;
  });

test('two nodes that sign concurrently stay within one daily limit, and other payouts wait until it resets (control 42)', async () => {
  const networkId = Network.Ethereum;
  for (const { gateways } of both) vi.spyOn(gateways.payouts, 'dailyLimit').mockResolvedValue(toMinor('50', 18));
  const addressId = await saveOldAddress(services, customerId, networkId, simulatedAddress(networkId, 720n));
  const asked = await Promise.all(
    Array.from({ length: 8 }, () => askWithdrawal(services, { customerId, addressId, amount: '12' })),
  );
  const rows = await untilTried(asked);
  expect(rows.map(({ status }) => status).toSorted()).toEqual([
    ...Array<string>(4).fill('processing'),
    ...Array<string>(4).fill('to be processed'),
  ]);
  const usage = await db.selectFrom('payout_usage').selectAll().where('network_id', '=', networkId).execute();
  expect(usage).toHaveLength(4);
  const waiting = rows.filter(({ status }) => status === 'to be processed');
  const opensAt = new Date(Math.min(...usage.map(({ signed_at: at }) => at.getTime())) + 24 * 60 * 60_000);
  for (const { id } of waiting)
    expect((await shown(id)).hold).toMatchObject({
      reasonCode: 'daily-limit',
      who: 'system',
      until: opensAt.toISOString(),
    });
  expect(await alertsOf('payout-daily-limit')).toMatchObject([{ entityId: 'network-3:WUSD' }]);

  // A newly started node knows the usage.
  {
    await using third = await startNode(database, settings);
    const { services: fresh } = third.server;
    vi.spyOn(fresh.gateways.payouts, 'dailyLimit').mockResolvedValue(toMinor('50', 18));
    await db.updateTable('crypto_transaction').set({ due_at: fresh.clock.now() }).where('id', 'in', asked).execute();
    await sendWithdrawals(fresh);
    expect((await rowsOf(asked)).filter(({ status }) => status === 'processing')).toHaveLength(4);
  }

  await advance(24 * 60 * 60, node, other);
  await eventually(async () => {
    await look();
    return (await rowsOf(asked)).every(({ status }) => status !== 'to be processed') ? true : undefined;
  });
  // Late enough for all confirmations.
  await advance(2 * 60 * 60, node, other);
  await look();
  expect((await rowsOf(asked)).map(({ status }) => status)).toEqual(asked.map(() => 'completed'));
  expect(await alertsOf('payout-daily-limit')).toEqual([]);
});

test('withdrawals wait with one alert while network fees exceed the limit of the signer, and are sent once they drop', async () => {
  const networkId = Network.Base;
  const target = await transact(db, (trx) => depositTargetOf(services, trx, customerId, networkId));
  await evm.mint(target.address, '500');
  await evm.mine(20);
  await look();
  const derivation = db.selectFrom('derivation').select('key_index').where('customer_id', '=', customerId);
  await evm.sweep(Number((await derivation.executeTakeFirstOrThrow()).key_index));
  await evm.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('80') });
  await evm.mine();
  const payees = [anybody(), anybody(), anybody()];
  const asked: string[] = [];
  for (const to of payees) {
    const addressId = await saveOldAddress(services, customerId, networkId, to);
    asked.push(await askWithdrawal(services, { customerId, addressId, amount: '10' }));
  }
  for (const { status, hold_reason: reason } of await untilTried(asked))
    expect([status, reason]).toEqual(['to be processed', 'network-fee']);
  for (const id of asked) {
    const { hold } = await shown(id);
    expect(hold).toMatchObject({ reasonCode: 'network-fee', who: 'system' });
    // The end of the hold is unknown.
    expect(hold).not.toHaveProperty('until');
  }
  expect(await alertsOf('payout-fee')).toMatchObject([{ entityId: 'network-8' }]);
  const signed = db.selectFrom('signed_tx').selectAll().where('withdrawal_id', 'in', asked);
  expect(await signed.execute()).toEqual([]);

  await evm.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('1') });
  await evm.mine();
  await advance(61, node, other);
  await eventually(async () => {
    await look();
    return (await rowsOf(asked)).every(({ status }) => status === 'processing') ? true : undefined;
  });
  await evm.mine(12);
  await look();
  expect((await rowsOf(asked)).map(({ status }) => status)).toEqual(asked.map(() => 'completed'));
  for (const to of payees) expect(await evm.balanceOf(to)).toBe(10_000_000n);
  expect(await alertsOf('payout-fee')).toEqual([]);
  expect(await evm.client.getTransactionCount({ address: payoutAddress })).toBe(3);
});

test('one payout above the limit per payout waits for a person', async () => {
  const networkId = Network.Base;
  const addressId = await saveOldAddress(services, customerId, networkId, anybody());
  const id = await askWithdrawal(services, { customerId, addressId, amount: '100.01' });
  await eventually(async () => {
    await look();
    return (await rowsOf([id]))[0]?.status === 'to be confirmed' ? true : undefined;
  });
  expect((await shown(id)).hold).toMatchObject({ reasonCode: 'signer-limit', who: 'Operations' });
});
