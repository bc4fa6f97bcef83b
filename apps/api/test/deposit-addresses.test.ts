import { address } from '@solana/kit';
import { isAddress } from 'viem/utils';
import { Network } from '@wusd/api-sdk/domain';
import type { WalletClient } from '@wusd/api-sdk';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parseAddress } from '../src/domains/destinations/blockchain-addresses/address-formats.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { availableOf, clientOf, eventually, mei, signIn, startTwoNodes } from '../testing/harness.ts';
import { assignDepositTarget } from '../src/domains/transfers/crypto/deposit-addresses.ts';
import { readNetworkSettings } from '@wusd/payouts/network-settings';
import { createSolanaChain } from '@wusd/payouts/solana/chain';
import { listAlerts } from '../src/platform/alerts/alerts.ts';
import { simulatedAddress } from '../src/sandbox/chain.ts';
import { present } from '@wusd/server-kit/testing/present';
import { operatorOf } from '../testing/operator.ts';

// Deposit addresses for crypto: each belongs to one customer and never changes.

const { node } = await startTwoNodes({ sandboxPace: 'manual' });
let api: WalletClient;
let somchai: WalletClient;
beforeAll(async () => {
  api = clientOf(node, await signIn(node));
  somchai = clientOf(node, await signIn(node, { ...mei, username: 'somchai@demo.example' }));
  await operator('verify', 'somchai@demo.example');
  await eventually(async () => ((await availableOf(api, 'USDC')) === '2150.004219000000000000' ? true : undefined));
});
beforeEach(() => node.server.services.db.deleteFrom('throttle').execute());
afterEach(async () => expect(await reconcile(node.server.services)).toEqual([]));

const operator = operatorOf(node.server.services);

describe('a deposit address', () => {
  test.each(Object.entries(Network))('on %s is valid and never changes', async (_, networkId) => {
    const [first, second] = await Promise.all([
      api.walletAccounts.getDepositAddress({ currency: 'WUSD', networkId }),
      api.walletAccounts.getDepositAddress({ currency: 'WUSD', networkId }),
    ]);
    expect(second).toEqual(first);
    expect(parseAddress(networkId, first.address)).toBe(first.address);
    expect(first.confirmationsNeeded).toBeGreaterThan(0);
    const theirs = await somchai.walletAccounts.getDepositAddress({ currency: 'WUSD', networkId });
    expect([theirs.address, theirs.memo]).not.toEqual([first.address, first.memo]);
  });

  test('is the same on all EVM networks, and has a memo where customers share it', async () => {
    const of = (networkId: 3 | 8 | 12) => api.walletAccounts.getDepositAddress({ currency: 'WUSD', networkId });
    expect((await of(3)).address).toBe((await of(8)).address);
    expect(isAddress((await of(3)).address)).toBe(true);
    expect((await of(12)).memo).toMatch(/^\d{8}$/);
    expect((await of(12)).address).toBe(
      (await somchai.walletAccounts.getDepositAddress({ currency: 'WUSD', networkId: 12 })).address,
    );
  });

  test('from a list goes to one customer, and an alert opens when few or none are left', async () => {
    const { services } = node.server;
    const { db, settings, gateways } = services;
    await db.deleteFrom('deposit_address').where('network_id', '=', Network.Solana).execute();
    const customers = await db.selectFrom('derivation').selectAll().orderBy('key_index').execute();
    const last = Number(customers.at(-1)?.key_index);
    const example = readNetworkSettings(new URL('../networks.example.json', import.meta.url).pathname);
    const solana = present(example.solana);
    const [nobody = ''] = solana.nonceAccounts;
    /** Services whose settings list a number of addresses. */
    const listing = (count: number) => {
      const depositAddresses = Array.from({ length: count }, (_, index) =>
        address(simulatedAddress(Network.Solana, BigInt(9000 + index))),
      );
      const networks = { solana: { ...solana, depositAddresses } };
      return {
        depositAddresses,
        services: {
          ...services,
          settings: { ...settings, networks },
          gateways: { ...gateways, chain: createSolanaChain(networks.solana, []) },
        },
      };
    };
    const left = async () =>
      (await listAlerts(db)).find(({ kind }) => kind === 'deposit-addresses')?.details.left ?? 'enough';
    const many = listing(last + 21);
    for (const { customer_id: customerId, key_index: keyIndex } of customers)
      expect(await assignDepositTarget(many.services, customerId, Network.Solana)).toEqual({
        address: many.depositAddresses[Number(keyIndex) - 1],
      });
    expect(await left()).toBe('enough');
    const none = listing(last);
    for (let attempt = 0; attempt < 3; attempt += 1)
      await expect(assignDepositTarget(none.services, nobody, Network.Solana)).rejects.toMatchObject({
        errorName: 'SERVICE_UNAVAILABLE',
      });
    expect(await left()).toBe('0');
    // Failed attempts and other networks use no index of the list.
    for (const networkId of [Network.Base, Network.Tron]) await assignDepositTarget(services, nobody, networkId);
    const few = listing(last + 1 + 19);
    expect(await assignDepositTarget(few.services, nobody, Network.Solana)).toEqual({
      address: few.depositAddresses[last],
    });
    expect(await left()).toBe('19');
    const enough = listing(last + 2 + 20);
    await assignDepositTarget(enough.services, `${nobody}2`, Network.Solana);
    expect(await left()).toBe('enough');
    await db.deleteFrom('deposit_address').where('network_id', '=', Network.Solana).execute();
  });

  test('is not assigned to a customer who is not verified', async () => {
    await operator('recheck-identity', 'somchai@demo.example');
    await expect(somchai.walletAccounts.getDepositAddress({ currency: 'WUSD', networkId: 3 })).rejects.toMatchObject({
      errorName: 'IDENTITY_NOT_VERIFIED',
    });
    await operator('verify', 'somchai@demo.example');
  });

  test('is not assigned for a currency that the network does not carry', async () => {
    await expect(
      api.walletAccounts.getDepositAddress({ currency: 'USDT', networkId: Network.Stellar }),
    ).rejects.toMatchObject({
      errorName: 'PAIR_NOT_OFFERED',
    });
  });
});
