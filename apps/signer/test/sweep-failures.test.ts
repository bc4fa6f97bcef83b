import { hexOf } from '@wusd/payouts/evm/hex';
import { createTreasuryNode, type OwnTransfer, type TreasuryNode } from '@wusd/payouts/evm/treasury';
import { startEvmNode } from '@wusd/payouts/testing/evm-node';
import { present } from '@wusd/server-kit/testing/present';
import { afterAll, describe, expect, test } from 'vitest';
import { gasAccount, Kill, startTreasury } from '../testing/treasury.ts';

// Sweeps while nodes fail or return wrong data, blocks are reorganised away, and keys change.

const dollars = (amount: number): bigint => BigInt(amount) * 1_000_000n;
const open: { close(): Promise<unknown> }[] = [];
afterAll(() => Promise.all(open.map((each) => each.close())));
type Treasury = Awaited<ReturnType<typeof startTreasury>>;
async function start(options?: Parameters<typeof startTreasury>[0]): Promise<Treasury> {
  const treasury = await startTreasury(options);
  open.push(treasury);
  return treasury;
}
/** Restarts with a process whose node answers some calls differently. */
const restartWith = (treasury: Treasury, change: (node: TreasuryNode) => Partial<TreasuryNode>): void =>
  treasury.restart(new Kill(), {
    nodeOf: (network) => {
      const node = createTreasuryNode(network);
      return { ...node, ...change(node) };
    },
  });
const fail = async (): Promise<never> => {
  throw new Error('The node is down');
};

test('a failed round does not change the time of the last successful round (control 63)', async () => {
  const treasury = await start();
  const state = () => treasury.db.selectFrom('treasury_state').selectAll().execute();
  await treasury.db
    .insertInto('treasury_state')
    .values({ network_id: 99, gas_account: '0x', is_limit_reached: false, stuck: 0, succeeded_at: new Date(0) })
    .execute();
  await treasury.deposit(1n, '60');
  await treasury.rounds(1, 0);
  const [before] = await state();
  // Only one network remains: the other one is no longer swept.
  expect(await state()).toMatchObject([{ stuck: 0, succeeded_at: new Date('2030-01-01T00:00:00Z') }]);
  restartWith(treasury, () => ({ finalBlock: fail }));
  treasury.wait(61);
  await treasury.rounds(1, 0);
  expect(await state()).toEqual([{ ...before, stuck: 1 }]);
  treasury.restart();
  await treasury.rounds(1, 0);
  expect(await state()).toMatchObject([{ succeeded_at: new Date('2030-01-01T01:03:00Z') }]);
});

test('a network whose first round fails is reported', async () => {
  const treasury = await start();
  restartWith(treasury, () => ({ finalBlock: fail, nativeBalance: fail }));
  await treasury.rounds(3, 0);
  expect(await treasury.db.selectFrom('treasury_state').selectAll().execute()).toMatchObject([
    { top_ups_left: null, succeeded_at: new Date('2030-01-01T00:00:00Z') },
  ]);
});

describe('a nonce', () => {
  test('that skips unsigned nonces is not used (control 63)', async () => {
    const treasury = await start();
    await treasury.deposit(1n, '60');
    await treasury.rounds(4, 6);
    restartWith(treasury, () => ({ transactionCount: async () => 7n }));
    await treasury.deposit(2n, '60');
    await treasury.rounds(2, 6);
    expect(await treasury.transfers()).toHaveLength(2);
    treasury.restart();
    await treasury.rounds(4, 6);
    expect((await treasury.transfers()).map(({ nonce }) => nonce)).toEqual(['0', '0', '1', '0']);
  });

  test('of a new sender is used only if all nodes agree (control 63)', async () => {
    const treasury = await start();
    const other = await startEvmNode({ chainId: treasury.network.chainId });
    open.push({ close: other.stop });
    await treasury.evm.client.setNonce({ address: gasAccount, nonce: 5 });
    const network = { ...treasury.network, nodes: [treasury.evm.url, other.url] };
    treasury.restart(new Kill(), { nodeOf: () => createTreasuryNode(network) });
    await treasury.deposit(1n, '60');
    await treasury.rounds(2, 6);
    expect(await treasury.transfers()).toEqual([]);
    await treasury.evm.client.setNonce({ address: gasAccount, nonce: 0 });
    await treasury.rounds(4, 6);
    expect(await treasury.payoutBalance()).toBe(dollars(60));
  });
});

test('a top-up that is reorganised away is broadcast again, and no second top-up is signed', async () => {
  const treasury = await start();
  await treasury.deposit(1n, '60');
  await treasury.rounds(1, 0);
  const [topUp] = await treasury.attempts();
  const snapshot = await treasury.evm.client.snapshot();
  await treasury.evm.mine(1);
  restartWith(treasury, (node) => ({
    estimateGas: (transfer: OwnTransfer) => (transfer.token ? fail() : node.estimateGas(transfer)),
  }));
  await treasury.rounds(1, 0);
  expect(await treasury.transfers()).toMatchObject([{ kind: 'top-up', status: 'included' }]);
  await treasury.evm.client.revert({ id: snapshot });
  await treasury.evm.client.dropTransaction({ hash: hexOf(present(topUp).hash) });
  await treasury.evm.mine(1);
  treasury.restart();
  await treasury.rounds(1, 6);
  expect(await treasury.transfers()).toHaveLength(1);
  await treasury.rounds(6, 6);
  expect((await treasury.transfers()).map(({ kind, status }) => `${kind} ${status}`)).toEqual([
    'top-up completed',
    'sweep completed',
  ]);
});

test('a transfer is not final on the report of the first node alone (control 63)', async () => {
  const treasury = await start();
  restartWith(treasury, () => ({ finalBlock: () => treasury.evm.client.getBlockNumber() }));
  await treasury.deposit(1n, '60');
  await treasury.rounds(2, 1);
  expect((await treasury.transfers())[0]).toMatchObject({ kind: 'top-up', status: 'included', position: null });
  await treasury.rounds(4, 6);
  expect((await treasury.transfers()).map(({ status }) => status)).toEqual(['completed', 'completed']);
});

test('a sweep in a block gets no further gas while a node is behind', async () => {
  const treasury = await start();
  await treasury.deposit(1n, '60');
  await treasury.rounds(1, 6);
  await treasury.rounds(1, 6);
  treasury.restart(new Kill(), {
    payouts: { ...treasury.payouts, statusOf: async () => ({ confirmations: 0, isReverted: false }) },
  });
  await treasury.evm.raisePrice('100');
  treasury.wait(5);
  await treasury.rounds(2, 1);
  expect(await treasury.attempts()).toHaveLength(2);
});

describe('a replacement', () => {
  /** Signs a transfer and drops it before a block includes it. */
  const lose = async (treasury: Treasury): Promise<void> => {
    await treasury.rounds(1, 0);
    const lost = present((await treasury.attempts()).at(-1));
    await treasury.evm.client.dropTransaction({ hash: hexOf(lost.hash) });
    await treasury.evm.raisePrice('100');
    treasury.wait(5);
  };

  test('of a top-up ignores the 24-hour limit', async () => {
    const treasury = await start({ gasPerDay: '0.0003' });
    await treasury.deposit(1n, '60');
    await lose(treasury);
    await treasury.rounds(1, 6);
    expect(await treasury.attempts()).toHaveLength(2);
    expect(await treasury.transfers()).toHaveLength(1);
  });

  test('of a sweep pays the payout address at the time of the first signature', async () => {
    const treasury = await start();
    await treasury.deposit(1n, '60');
    await treasury.rounds(1, 6);
    await lose(treasury);
    treasury.restart(new Kill(), { payouts: { ...treasury.payouts, sender: async () => gasAccount } });
    await treasury.rounds(8, 2);
    const sweep = present((await treasury.transfers()).find(({ kind }) => kind === 'sweep'));
    const attempts = await treasury.attempts();
    expect(attempts.filter(({ transfer_id: id }) => id === sweep.id).length).toBeGreaterThan(1);
    expect(await treasury.payoutBalance()).toBe(dollars(60));
  });
});

describe('an address', () => {
  /** Counts gas estimates of sweeps and provides their answers. */
  const withEstimates = (treasury: Treasury, answer: () => Promise<bigint>): { count: number } => {
    const estimates = { count: 0 };
    restartWith(treasury, (node) => ({
      async estimateGas(transfer) {
        if (!transfer.token) return node.estimateGas(transfer);
        estimates.count += 1;
        return answer();
      },
    }));
    return estimates;
  };

  test.each([
    ['needs more gas than the limit', async (): Promise<bigint> => 10n ** 9n],
    ['can not be estimated', fail],
  ])('whose sweep %s gets no gas, and is retried after ten minutes', async (_, answer) => {
    const treasury = await start();
    const estimates = withEstimates(treasury, answer);
    await treasury.deposit(1n, '60');
    await treasury.rounds(3, 1);
    expect(estimates.count).toBe(1);
    treasury.wait(10);
    await treasury.rounds(3, 1);
    expect(estimates.count).toBe(2);
    expect(await treasury.transfers()).toEqual([]);
  });

  test('whose gas the gas account can’t pay ends the round', async () => {
    const treasury = await start();
    await treasury.evm.client.setBalance({ address: gasAccount, value: 0n });
    const estimates = withEstimates(treasury, async () => 60_000n);
    for (const keyIndex of [1n, 2n, 3n]) await treasury.deposit(keyIndex, '60');
    await treasury.rounds(2, 1);
    expect(estimates.count).toBe(2);
  });
});
