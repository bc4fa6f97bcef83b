import { isAddress } from 'viem/utils';
import { Network } from '@wusd/api-sdk/domain';
import type { WalletClient } from '@wusd/api-sdk';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parseAddress } from '../src/domains/destinations/blockchain-addresses/address-formats.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { availableOf, clientOf, eventually, mei, signIn, startTwoNodes } from '../testing/harness.ts';
import { operatorOf } from '../testing/operator.ts';

// Where customers are sent crypto: an address that is theirs, and stays the same.

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
  test.each(Object.entries(Network))('on %s is a real one, and stays the same', async (_, networkId) => {
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

  test('is one on all networks that work as Ethereum does, and with a memo where customers share it', async () => {
    const of = (networkId: 3 | 8 | 12) => api.walletAccounts.getDepositAddress({ currency: 'WUSD', networkId });
    expect((await of(3)).address).toBe((await of(8)).address);
    expect(isAddress((await of(3)).address)).toBe(true);
    expect((await of(12)).memo).toMatch(/^\d{8}$/);
    expect((await of(12)).address).toBe(
      (await somchai.walletAccounts.getDepositAddress({ currency: 'WUSD', networkId: 12 })).address,
    );
  });

  test('is not given to who is not known', async () => {
    await operator('recheck-identity', 'somchai@demo.example');
    await expect(somchai.walletAccounts.getDepositAddress({ currency: 'WUSD', networkId: 3 })).rejects.toMatchObject({
      errorName: 'IDENTITY_NOT_VERIFIED',
    });
    await operator('verify', 'somchai@demo.example');
  });

  test('is not given for a currency that does not move there', async () => {
    await expect(
      api.walletAccounts.getDepositAddress({ currency: 'USDT', networkId: Network.Stellar }),
    ).rejects.toMatchObject({
      errorName: 'PAIR_NOT_OFFERED',
    });
  });
});
