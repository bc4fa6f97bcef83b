import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WalletClient } from '@wusd/api-sdk';
import { Network } from '@wusd/api-sdk/domain';
import { afterAll, afterEach, expect } from 'vitest';
import { readNetworkSettings } from '@wusd/payouts/network-settings';
import { finalityDepth } from '@wusd/payouts/finality';
import { listAlerts } from '../src/platform/alerts/alerts.ts';
import { advanceDeposits } from '../src/domains/transfers/crypto/deposits.ts';
import { scanChains } from '../src/domains/transfers/crypto/scan.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { payoutKey, startEvmNode } from '@wusd/payouts/testing/evm-node';
import { keyFile } from '@wusd/payouts/testing/keys/key-files';
import { availableOf, clientOf, createDatabase, eventually, type Node, signIn, startNode } from './harness.ts';
import { recordSupply } from './record-supply.ts';
import { type Faults, startRpcDouble } from '@wusd/payouts/testing/rpc-double';

/**
 * Starts a real EVM node behind two doubles of RPC providers that can lag, hide, forge and fail, and a server that can
 * be restarted. Call it at the top of a test file. After each test the providers are healthy, and the ledger must
 * reconcile without open alerts.
 */
export async function startDoubtedChain() {
  const networkId = Network.Base;
  const evm = await startEvmNode({ chainId: 8453 });
  afterAll(() => evm.stop());
  const [primary, secondary] = [await startRpcDouble(evm.url), await startRpcDouble(evm.url)];
  afterAll(() => Promise.all([primary.stop(), secondary.stop()]));
  const folder = mkdtempSync(join(tmpdir(), 'wusd-sources-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'evm.json');
  const { networks, depositKey } = evm.settings(networkId);
  const nodes = [primary.url, secondary.url];
  const described = networks.map(({ tokens, limits }) => ({
    networkId,
    nodes,
    tokens,
    limits,
    finalBlocks: finalityDepth(networkId),
  }));
  writeFileSync(file, JSON.stringify({ evm: { depositKey, networks: described } }));
  const database = await createDatabase();
  const start = (): Promise<Node> =>
    startNode(database, {
      sandboxPace: 'manual',
      networks: readNetworkSettings(file),
      payoutKeys: { evm: { current: keyFile(payoutKey), retired: [] } },
    });
  let latest = await start();
  /** The current server, since its last start. */
  const node: Node = {
    get server() {
      return latest.server;
    },
    get baseUrl() {
      return latest.baseUrl;
    },
    get api() {
      return latest.api;
    },
    [Symbol.asyncDispose]: () => latest[Symbol.asyncDispose](),
  };
  afterAll(() => node[Symbol.asyncDispose]());
  let api = clientOf(node, await signIn(node));
  async function connect(): Promise<void> {
    await node.server.services.db.deleteFrom('throttle').execute();
    api = clientOf(node, await signIn(node));
  }
  async function restart(): Promise<void> {
    await node[Symbol.asyncDispose]();
    latest = await start();
  }
  function setBoth(faults: Faults): void {
    for (const each of [primary, secondary]) each.set(faults);
  }
  /** Runs two rounds, because the second one finds again what the first one reverses. */
  async function look(): Promise<void> {
    const { services } = node.server;
    for (let round = 0; round < 2; round += 1) {
      await scanChains(services).catch(() => {});
      await advanceDeposits(services).catch(() => {});
    }
  }
  const balance = (): Promise<string> => availableOf(api, 'WUSD');
  const openAlerts = async (): Promise<string[]> =>
    (await listAlerts(node.server.services.db))
      .filter(({ kind }) => kind.startsWith('chain-'))
      .map(({ kind, details }) => `${kind}: ${details['reason']}`);

  const { address } = await api.walletAccounts.getDepositAddress({ currency: 'WUSD', networkId });
  await eventually(async () => ((await balance()) === '12480.500000000000000000' ? true : undefined));
  afterEach(async () => {
    setBoth({});
    await evm.mine(20);
    await look();
    await recordSupply(node.server.services, networkId);
    expect(await reconcile(node.server.services)).toEqual([]);
    expect(await openAlerts()).toEqual([]);
  });
  return {
    networkId,
    evm,
    primary,
    secondary,
    depositKey,
    node,
    address,
    customer: (): WalletClient => api,
    connect,
    restart,
    setBoth,
    look,
    balance,
    openAlerts,
  };
}
