import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EvmNode, payoutKey, startEvmNode } from '@wusd/payouts/testing/evm-node';
import { keyFile } from '@wusd/payouts/testing/keys/key-files';
import { available, beginSession, expect, test as base } from '../support/journey.ts';
import { destination, nextDay, saveAddress, withdraw } from '../support/withdrawing.ts';

/** Base is a real EVM node with a real token. The other networks are simulated. */
const test = base.extend<{ evm: EvmNode }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its first parameter
  evm: async ({}, use) => {
    const evm = await startEvmNode({ chainId: 8453 });
    await evm.fuel();
    await use(evm);
    await evm.stop();
  },
  serverEnv: async ({ evm }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'wusd-evm-'));
    const file = join(folder, 'networks.json');
    writeFileSync(file, JSON.stringify({ evm: evm.settings(8) }));
    await use({ WUSD_NETWORKS_FILE: file, WUSD_EVM_PAYOUT_KEY: keyFile(payoutKey).text, WUSD_SANDBOX_PACE: 'instant' });
    rmSync(folder, { recursive: true });
  },
});

/** Anybody can mint the test token, so its supply is the only difference from the ledger. */
const onlyUnorderedMint = /^Base: its supply is 500\.25 WUSD, the ledger says 0\.00 WUSD/;

test(
  'money arrives and leaves over a real chain, and chain and ledger agree',
  { tag: '@long' },
  async ({ page, evm, backend }) => {
    await beginSession(page, backend);
    await page.goto('/crypto-deposit?network=8');
    const address = (await page.getByRole('img', { name: /^0x[0-9a-fA-F]{40}$/ }).getAttribute('aria-label')) ?? '';

    await evm.mint(address, '500.25');
    await expect(
      page.getByRole('button', { name: /500\.25 WUSD.*Base.* 1 of 20 confirmations.*Processing/ }),
    ).toBeVisible();
    await evm.mine(9);
    await expect(page.getByRole('button', { name: /500\.25 WUSD.* 10 of 20 confirmations.*Processing/ })).toBeVisible();
    await evm.mine(10);
    await expect(page.getByRole('button', { name: /500\.25 WUSD.*Completed/ })).toBeVisible();
    await expect(backend.operator('reconcile')).rejects.toThrow(onlyUnorderedMint);

    // The holder of the deposit keys sweeps the deposit to the payout address. The first customer has the first key.
    await evm.sweep(1);
    await saveAddress(page, backend, destination, 'Cold storage', 'Base');
    await nextDay(page, backend);
    await withdraw(page, backend, '120.00');
    await expect(page.getByText('Processing').first()).toBeVisible();
    await expect.poll(() => evm.client.getTxpoolStatus()).toMatchObject({ pending: 1 });
    await evm.mine(20);
    await expect(page.getByRole('heading', { name: 'Withdrawal completed' })).toBeVisible();
    expect(await evm.balanceOf(destination)).toBe(120_000_000n);

    await page.goto('/wallet');
    // Initial balance plus deposit, minus withdrawal and fee.
    await expect(available(page, 'WUSD')).toHaveText(/12,859\.75/);
    await expect(backend.operator('reconcile')).rejects.toThrow(onlyUnorderedMint);
  },
);
