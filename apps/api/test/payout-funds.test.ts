import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Network } from '@wusd/api-sdk/domain';
import { fromMinor, toMinor } from '@wusd/api-sdk/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchPayoutFunds } from '../src/domains/transfers/crypto/payout-funds.ts';
import { readNetworkSettings } from '@wusd/payouts/network-settings';
import { listAlerts } from '../src/platform/alerts/alerts.ts';
import { simulatedAddress } from '../src/sandbox/chain.ts';
import { payoutAddress, payoutKey, startEvmNode } from '@wusd/payouts/testing/evm-node';
import { keyFile } from '@wusd/payouts/testing/keys/key-files';
import { advance, createDemoDatabase, fundedDemoCustomer, startNode } from '../testing/harness.ts';
import { askWithdrawal, saveOldAddress } from '../testing/withdrawals.ts';

// Alerts before the funds for payouts run out.

const networkId = Network.Base;
const evm = await startEvmNode({ chainId: 8453 });
const folder = mkdtempSync(join(tmpdir(), 'wusd-funds-'));
const file = join(folder, 'networks.json');
writeFileSync(file, JSON.stringify({ evm: evm.settings(networkId) }));
const node = await startNode(await createDemoDatabase(), {
  sandboxPace: 'manual',
  networks: readNetworkSettings(file),
  payoutKeys: { evm: { current: keyFile(payoutKey), retired: [] } },
});
const { services } = node.server;
let addressId: string;
let customerId: string;
beforeAll(async () => {
  customerId = await fundedDemoCustomer(node);
  addressId = await saveOldAddress(services, customerId, networkId, simulatedAddress(networkId, 730n));
});
afterAll(async () => {
  await evm.stop();
  rmSync(folder, { recursive: true });
});

const text = (amount: string): string => fromMinor(toMinor(amount, 18), 18);
const alerts = async () => {
  await watchPayoutFunds(services);
  const all = await listAlerts(services.db);
  return all
    .filter(({ kind }) => kind === 'payout-gas' || kind === 'payout-liquidity')
    .map(({ kind, entityId, details }) => ({ kind, entityId, details }));
};

/** Sets a balance of the network's own currency that pays for a number of payouts at the current price. */
async function fuelFor(payouts: bigint): Promise<void> {
  const { maxFeePerGas } = await evm.client.estimateFeesPerGas();
  await evm.client.setBalance({ address: payoutAddress, value: payouts * 150_000n * maxFeePerGas });
}

test('an alert opens while the sender can pay the fees of only few payouts, and closes once it is funded', async () => {
  await fuelFor(99n);
  expect(await services.gateways.payouts.affordablePayouts(networkId)).toBe(99n);
  expect(await alerts()).toMatchObject([
    { kind: 'payout-gas', entityId: 'network-8', details: { sender: payoutAddress, payouts: '99' } },
  ]);
  await fuelFor(100n);
  expect(await alerts()).toEqual([]);
});

test('an alert opens while the sender holds less than waiting payouts and those of the last day', async () => {
  await evm.fuel();
  await evm.mint(payoutAddress, '30');
  const currency = 'WUSD';
  // The ledger has no deposit for it, so the withdrawal waits.
  const id = await askWithdrawal(services, { customerId, addressId, amount: '20' });
  expect(await alerts()).toEqual([]);
  const paid = { network_id: networkId, sender: payoutAddress, currency, signed_at: services.clock.now() };
  const pay = (withdrawalId: string, nonce: string, amount: string) =>
    services.db
      .insertInto('payout_usage')
      .values({ ...paid, withdrawal_id: withdrawalId, nonce, amount: toMinor(amount, 18).toString() })
      .execute();
  // The payout was requested and is not signed yet.
  await pay(id, '0', '20');
  expect(await alerts()).toEqual([]);
  await pay('ctx_paid', '1', '10.5');
  // The payout is signed again with another nonce.
  await pay('ctx_paid', '2', '10.5');
  expect(await alerts()).toMatchObject([
    {
      kind: 'payout-liquidity',
      entityId: 'network-8:WUSD',
      details: { currency, sender: payoutAddress, balance: text('30'), expected: text('30.5') },
    },
  ]);
  await evm.mint(payoutAddress, '0.5');
  expect(await alerts()).toEqual([]);

  await askWithdrawal(services, { customerId, addressId, amount: '0.75' });
  expect(await alerts()).toMatchObject([{ details: { balance: text('30.5'), expected: text('31.25') } }]);
  await advance(25 * 60 * 60, node);
  expect(await alerts()).toEqual([]);
});
