import { Network } from '@wusd/api-sdk/domain';
import { hexOf } from '@wusd/payouts/evm/hex';
import { afterAll, describe, expect, test } from 'vitest';
import { depositAddress, gasAccount, Kill, startTreasury } from '../testing/treasury.ts';

// Sweeps of deposit addresses on a real EVM node, with a real token.

const dollars = (amount: number): bigint => BigInt(amount) * 1_000_000n;
const open: Awaited<ReturnType<typeof startTreasury>>[] = [];
afterAll(() => Promise.all(open.map((each) => each.close())));
async function start(options?: Parameters<typeof startTreasury>[0]): Promise<(typeof open)[number]> {
  const treasury = await startTreasury(options);
  open.push(treasury);
  return treasury;
}

describe('a deposit', () => {
  test('is swept to the payout address once it is final, with gas from the gas account', async () => {
    const treasury = await start();
    const address = await treasury.deposit(1n, '70');
    await treasury.rounds(12);
    expect(await treasury.payoutBalance()).toBe(dollars(70));
    expect(await treasury.balanceOf(address)).toBe(0n);
    expect(await treasury.transfers()).toMatchObject([
      { kind: 'top-up', sender: gasAccount, recipient: address, status: 'completed', position: '1' },
      { kind: 'sweep', sender: address, amount: String(dollars(70)), status: 'completed', position: '2' },
    ]);
  });

  test('is not swept before it is final, or if it is below the minimum', async () => {
    const treasury = await start();
    await treasury.deposit(1n, '49.999999');
    await treasury.rounds(2);
    treasury.keyIndexes.push(2n);
    await treasury.evm.mint(depositAddress(2n), '100');
    await treasury.rounds(3);
    expect(await treasury.transfers()).toEqual([]);
    await treasury.rounds(12);
    expect(await treasury.payoutBalance()).toBe(dollars(100));
  });

  test('that arrives during a sweep is swept afterwards', async () => {
    const treasury = await start();
    await treasury.deposit(1n, '60');
    await treasury.rounds(2);
    await treasury.deposit(1n, '55');
    await treasury.rounds(20);
    expect(await treasury.payoutBalance()).toBe(dollars(115));
  });
});

test('a network without a base fee is swept', async () => {
  const treasury = await start({ networkId: Network.Viction });
  await treasury.deposit(1n, '60');
  await treasury.rounds(4, 6);
  expect(await treasury.payoutBalance()).toBe(dollars(60));
});

test('two concurrent processes sweep an address once', async () => {
  const treasury = await start();
  await treasury.deposit(1n, '60');
  for (let round = 0; round < 4; round += 1) {
    await Promise.all([treasury.start()(), treasury.start()()]);
    await treasury.evm.mine(6);
  }
  expect(await treasury.payoutBalance()).toBe(dollars(60));
  expect(await treasury.transfers()).toHaveLength(2);
});

test.each([
  ['before', false],
  ['after', true],
])('a process that is killed %s the effect of any call neither loses nor repeats a transfer', async (_, hasEffect) => {
  const treasury = await start();
  let killed = 0;
  for (let at = 1n; ; at += 1n) {
    const kill = new Kill(Number(at), hasEffect);
    await treasury.deposit(at, '60');
    treasury.restart(kill);
    await treasury.rounds(3, 6);
    treasury.restart();
    await treasury.rounds(4, 6);
    expect(await treasury.payoutBalance()).toBe(dollars(60) * at);
    const transfers = await treasury.transfers();
    expect(transfers.map(({ kind, status }) => [kind, status])).toEqual(
      Array.from({ length: Number(at) }, () => [
        ['top-up', 'completed'],
        ['sweep', 'completed'],
      ]).flat(),
    );
    if (kill.isAlive) break;
    killed += 1;
  }
  expect(killed).toBeGreaterThan(20);
});

describe('a transfer that no block includes', () => {
  test('is replaced with its nonce at a higher price, and its address gets the gas for the replacement', async () => {
    const treasury = await start();
    await treasury.deposit(1n, '60');
    await treasury.rounds(1, 6);
    // Signs the sweep.
    await treasury.rounds(1, 0);
    const sweep = (await treasury.transfers()).find(({ kind }) => kind === 'sweep');
    const before = (await treasury.attempts()).find(({ transfer_id }) => transfer_id === sweep?.id);
    await treasury.evm.client.dropTransaction({ hash: hexOf(before?.hash ?? '') });
    await treasury.evm.raisePrice('100');
    treasury.wait(5);
    await treasury.rounds(8, 2);
    const attempts = (await treasury.attempts()).filter(({ transfer_id }) => transfer_id === sweep?.id);
    expect(attempts.length).toBeGreaterThan(1);
    expect(await treasury.payoutBalance()).toBe(dollars(60));
    expect((await treasury.transfers()).filter(({ kind }) => kind === 'sweep')).toMatchObject([
      { nonce: '0', status: 'completed' },
    ]);
  });

  test('waits while the network’s price exceeds the limit', async () => {
    const treasury = await start({ maxFeeGwei: '50' });
    await treasury.evm.raisePrice('100');
    await treasury.deposit(1n, '60');
    await treasury.evm.raisePrice('100');
    await treasury.rounds(2, 0);
    expect(await treasury.transfers()).toEqual([]);
  });
});

test('a reverted sweep is retried after a pause', async () => {
  const treasury = await start();
  await treasury.deposit(1n, '60');
  await treasury.rounds(1, 6);
  await treasury.rounds(1, 0);
  const last = (await treasury.attempts()).at(-1);
  await treasury.evm.client.dropTransaction({ hash: hexOf(last?.hash ?? '') });
  await treasury.evm.pause(true);
  // The same transaction, which the contract now rejects.
  await treasury.rounds(2, 6);
  expect((await treasury.transfers()).at(-1)).toMatchObject({ kind: 'sweep', status: 'reverted', nonce: '0' });
  await treasury.evm.pause(false);
  await treasury.rounds(2, 6);
  expect(await treasury.payoutBalance()).toBe(0n);
  treasury.wait(10);
  await treasury.rounds(4, 6);
  expect(await treasury.payoutBalance()).toBe(dollars(60));
});

test('the spending of the gas account within 24 hours is limited (control 63)', async () => {
  const treasury = await start({ gasPerDay: '0.0002' });
  const before = await treasury.gasBalance();
  const keyIndexes = [1n, 2n, 3n, 4n, 5n, 6n];
  for (const keyIndex of keyIndexes) await treasury.deposit(keyIndex, '60');
  await treasury.rounds(6, 6);
  const swept = await treasury.payoutBalance();
  expect(swept).toBeGreaterThan(0n);
  expect(swept).toBeLessThan(dollars(360));
  expect(before - (await treasury.gasBalance())).toBeLessThanOrEqual(2n * 10n ** 14n);
  treasury.wait(24 * 60);
  await treasury.rounds(6, 6);
  expect(await treasury.payoutBalance()).toBeGreaterThan(swept);
});

test('no transfer is signed while the gas account is empty', async () => {
  const treasury = await start();
  await treasury.evm.client.setBalance({ address: gasAccount, value: 0n });
  await treasury.deposit(1n, '60');
  await treasury.rounds(2, 6);
  expect(await treasury.transfers()).toEqual([]);
  await treasury.evm.client.setBalance({ address: gasAccount, value: 10n ** 18n });
  await treasury.rounds(4, 6);
  expect(await treasury.payoutBalance()).toBe(dollars(60));
});
