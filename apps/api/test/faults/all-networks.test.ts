import { fromMinor } from '@wusd/api-sdk/money';
import { afterAll, expect, test, vi } from 'vitest';
import { networkNameOf, type NetworkId } from '@wusd/server-kit/registry/networks';
import { present } from '@wusd/server-kit/testing/present';
import { readNetworkSettings } from '@wusd/payouts/network-settings';
import { findCustomerByEmail } from '../../src/commands/customers.ts';
import { reconcile } from '../../src/domains/operations/reconcile.ts';
import type { Services } from '../../src/domains/services.ts';
import { rollUp } from '../../src/ledger/roll-up.ts';
import { createDatabase, mei, type Node, startNode } from '../../testing/harness.ts';
import { startAllNetworks } from '../../testing/networks/all.ts';
import { payoutKeysAt } from '../../testing/networks/network.ts';
import { createSchedule } from '../../testing/networks/schedule.ts';
import { recordCustody } from '../../testing/record-custody.ts';
import { recordSupply } from '../../testing/record-supply.ts';
import { createDraws, faultSeed } from '../../testing/seeded.ts';

// Two servers on all ten networks, configured by the example file: seven real EVM nodes, a real Surfpool,
// and doubles of Tron and Stellar.
// `FAULT_SEED=<n>` repeats a schedule, `SCHEDULE_MINUTES=<n>` makes it longer.

const minutes = Number(process.env['SCHEDULE_MINUTES'] ?? 0);
const leastSteps = 60;
vi.setConfig({ testTimeout: 1_200_000 + minutes * 60_000 });
const { file, networks, tron } = await startAllNetworks();
const settings = readNetworkSettings(file);
const database = await createDatabase();

const environmentAt = (stage: 0 | 1): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(payoutKeysAt(stage)).flatMap(([family, { current, retired }]) => [
      [`WUSD_${family.toUpperCase()}_PAYOUT_KEY`, current.text],
      [`WUSD_RETIRED_${family.toUpperCase()}_PAYOUT_KEYS`, retired.map(({ text }) => text).join(',')],
    ]),
  );
const start = (stage: 0 | 1): Promise<Node> =>
  startNode(database, { sandboxPace: 'manual', networks: settings, payoutKeys: payoutKeysAt(stage) });

const nodes = [await start(0), await start(0)];
afterAll(() => Promise.all(nodes.map((each) => each[Symbol.asyncDispose]())));
const servicesOf = (): Services => present(nodes[0]).server.services;
let stage: 0 | 1 = 0;

const { db, vault } = servicesOf();
const customerId = (await findCustomerByEmail(db, vault, mei.username))?.id ?? '';
const schedule = createSchedule({
  networks,
  nodes: () => nodes,
  customerId,
  draw: createDraws(faultSeed),
  process: () => ({
    databaseUrl: database,
    env: { WUSD_NETWORKS_FILE: file, WUSD_SANDBOX_PACE: 'manual', ...environmentAt(stage) },
  }),
  follow: () => tron.follow(servicesOf().clock),
});
const { deposits, withdrawals, look, elapse } = schedule;

/** Initial tokens that belong to the desk. */
async function fundPayouts(): Promise<void> {
  const { gateways } = servicesOf();
  for (const { networkId, fund } of networks) {
    await fund(await gateways.payouts.sender(networkId));
    await recordCustody(servicesOf(), networkId);
    await recordSupply(servicesOf(), networkId);
  }
}
/** Switches one server after the other to new keys while payouts are in flight. */
async function rotateKeys(): Promise<void> {
  stage = 1;
  for (const index of [0, 1]) {
    await nodes[index]?.[Symbol.asyncDispose]();
    nodes[index] = await start(stage);
  }
  await fundPayouts();
}
const openPayments = () =>
  servicesOf()
    .db.selectFrom('crypto_transaction')
    .select(['id', 'network_id', 'direction', 'status', 'hold_reason'])
    .where('customer_id', '=', customerId)
    .where('status', 'in', ['processing', 'to be processed', 'to be confirmed'])
    .execute();
/** Heals all nodes, then advances the clock by hours until no transfer is in flight. */
async function settle(): Promise<void> {
  for (const network of networks) network.heal();
  for (let round = 0; round < 60; round += 1) {
    for (const network of networks) await network.blocks(40);
    await elapse(600);
    await look({ isCalm: false });
    if ((await openPayments()).length === 0) return;
  }
}

test(`seed ${faultSeed}: despite faults on ten networks, each payment arrives once and the ledger matches every chain`, async () => {
  await elapse(1);
  await fundPayouts();
  for (const network of networks) await schedule.deposit(network, '1000');
  await settle();
  const until = performance.now() + minutes * 60_000;
  for (let step = 0; step < leastSteps || performance.now() < until; step += 1) {
    await schedule.step(step);
    if (step === leastSteps / 2) await rotateKeys();
    if (step % leastSteps === leastSteps - 10) await schedule.kill(step);
  }
  await settle();
  expect(await openPayments()).toEqual([]);

  const services = servicesOf();
  for (const { id, network, to, amount } of withdrawals) {
    const { status } = await services.db
      .selectFrom('crypto_transaction')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect({ network: networkNameOf(network.networkId), id, status, paid: await network.paidTo(to) }).toEqual({
      network: networkNameOf(network.networkId),
      id,
      status: 'completed',
      paid: amount,
    });
  }
  for (const { hash, amount, networkId } of deposits) {
    const rows = await services.db
      .selectFrom('crypto_transaction')
      .select(['status', 'amount'])
      .where('hash', '=', hash)
      .where('direction', '=', 'deposit')
      .where('status', '=', 'completed')
      .execute();
    expect({ networkId, rows }).toEqual({ networkId, rows: [{ status: 'completed', amount: String(amount) }] });
  }
  await rollUp(services.db);
  const { posted, held } = await services.db
    .selectFrom('account')
    .select(['posted', 'held'])
    .where('owner', '=', customerId)
    .where('asset', '=', 'WUSD')
    .executeTakeFirstOrThrow();
  const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, each) => sum + each, 0n);
  // Each withdrawal costs a fee of one WUSD.
  const expected =
    total(deposits.map(({ amount }) => amount)) - total(withdrawals.map(({ amount }) => amount + 10n ** 18n));
  expect({ posted: fromMinor(BigInt(posted), 18), held }).toEqual({ posted: fromMinor(expected, 18), held: '0' });
  for (const { networkId } of networks) await recordSupply(services, networkId);
  expect(await reconcile(services)).toEqual([]);
});

test('all ten networks are offered', async () => {
  const { networks: offered } = await present(nodes[0]).api.config.get();
  const ids: NetworkId[] = networks.map(({ networkId }) => networkId);
  expect(offered.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
});
