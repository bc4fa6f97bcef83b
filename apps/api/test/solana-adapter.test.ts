import { inspect } from 'node:util';
import { Network } from '@wusd/api-sdk/domain';
import { afterEach, describe, expect, test } from 'vitest';
import type { ChainTransfer } from '@wusd/payouts/chain-port';
import { createSolanaNetwork } from '@wusd/payouts/solana/index';
import { createSolanaChain } from '@wusd/payouts/solana/chain';
import { createSolanaNode } from '@wusd/payouts/solana/node';
import { conforms } from '../testing/network-conformance.ts';
import { present } from '@wusd/server-kit/testing/present';
import { anybody, anySignature, finalSlots, payoutAddress, payoutKey, startSolana } from '../testing/solana-network.ts';

const { node, double, second, settings, adapter, world, receive } = await startSolana();
const { chain } = adapter;
const networkId = Network.Solana;
const both = createSolanaNetwork({ ...settings, nodes: [double.url, second.url] }, payoutKey);
afterEach(() => {
  double.set({});
  second.set({});
});

describe('a Solana node', () => {
  conforms(world);
});

const head = async (): Promise<bigint> => (await chain.transfersSince(networkId, 0n, [])).cursor;
const owner = (key: bigint): string => present(settings.depositAddresses[Number(key) - 1]);
/** Transfers to a customer after a cursor. */
const found = async (key: bigint, cursor: bigint): Promise<ChainTransfer[]> =>
  (await chain.transfersSince(networkId, cursor, [owner(key)])).transfers.filter(
    ({ address }) => address === owner(key),
  );
const received = async (key: bigint): Promise<ChainTransfer> => {
  const hash = await receive(owner(key), '10');
  return present((await chain.transfersOf(networkId, hash))[0]);
};
const credited = (transfer: ChainTransfer) => [{ ...transfer, isCredited: true }];
const uncredited = (transfer: ChainTransfer) => [{ ...transfer, isCredited: false }];

describe('deposits on Solana', () => {
  test('have only the addresses that were provisioned', async () => {
    expect(await chain.depositTarget(networkId, 1n)).toEqual({ address: settings.depositAddresses[0] });
    expect(await chain.depositTarget(networkId, 12n)).toEqual({ address: settings.depositAddresses[11] });
    for (const key of [13n, 0n])
      await expect(chain.depositTarget(networkId, key)).rejects.toThrow(`no deposit address for key index ${key}`);
  });

  test('count by the change of the balance, for any instruction', async () => {
    const [cursor, one, two] = [await head(), owner(5n), owner(6n)];
    const minted = await node.send(await node.mintTo(one, 7n));
    const shared = await node.send([
      ...(await node.transfer(one, 1n)),
      ...(await node.transfer(two, 2n)),
      ...(await node.transfer(one, 3n)),
    ]);
    await node.mine(finalSlots);
    const mine = await found(5n, cursor);
    expect(mine.map(({ hash, sender, amount }) => [hash, sender, amount / 10n ** 12n])).toEqual([
      [minted, '', 7n],
      [shared, node.payer.address, 4n],
    ]);
    const [other] = await found(6n, cursor);
    expect(other).toMatchObject({ hash: shared, amount: 2n * 10n ** 12n });
    expect(other?.logIndex).not.toBe(mine[1]?.logIndex);
  });

  test('are found on every page of signatures, and only once they are final', async () => {
    const pages = createSolanaChain(settings, [createSolanaNode(settings, double.url, 'The node')], 2);
    const cursor = await head();
    const sent: string[] = [];
    for (const amount of [1n, 2n, 3n, 4n, 5n]) sent.push(await node.send(await node.transfer(owner(7n), amount)));
    expect(await found(7n, cursor)).toEqual([]);
    await node.mine(finalSlots);
    const { transfers } = await pages.transfersSince(networkId, cursor, [owner(7n)]);
    expect(transfers.filter(({ address }) => address === owner(7n)).map(({ hash }) => hash)).toEqual(sent);
  });

  test('do not exist in a failed transaction', async () => {
    const cursor = await head();
    const hash = await node.send(await node.transfer(owner(8n), 10n ** 18n), { skipPreflight: true });
    await node.mine(finalSlots);
    expect(await found(8n, cursor)).toEqual([]);
    expect(await chain.transfersOf(networkId, hash)).toEqual([]);
  });

  test('are not searched for a text that is not a signature', async () => {
    expect(await chain.transfersOf(networkId, `0x${'0'.repeat(64)}`)).toEqual([]);
    expect(await chain.needsMemo(networkId, owner(1n))).toBe(false);
    expect(await chain.holdingsAt(networkId, 1n, [])).toBeUndefined();
  });

  test('have a supply that grows with each mint', async () => {
    const before = (await chain.supply(networkId, 'USDC')) ?? 0n;
    await node.send(await node.mintTo(owner(1n), 2_500_000n));
    await node.mine(finalSlots);
    expect(await chain.supply(networkId, 'USDC')).toBe(before + 25n * 10n ** 17n);
    expect(await chain.supply(networkId, 'WUSD')).toBeUndefined();
  });

  test('keep the cursor if a node lists one but does not return it', async () => {
    const hash = await receive(owner(9n), '1');
    double.set({ missingSlots: [await node.slotOf(hash)] });
    await expect(chain.transfersSince(networkId, 0n, [owner(9n)])).rejects.toThrow('does not return it or its block');
  });
});

describe('a Solana node that misbehaves', () => {
  test('is rejected if it belongs to another network', async () => {
    double.set({ genesisHash: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG' });
    const fresh = createSolanaNetwork(settings, payoutKey);
    await expect(fresh.chain.transfersSince(networkId, 0n, [])).rejects.toThrow('reports genesis hash EtWTR');
    await expect(fresh.payouts.currentPrice(networkId)).rejects.toThrow('reports genesis hash EtWTR');
    await expect(fresh.payouts.broadcast(networkId, 'AA==')).rejects.toThrow('reports genesis hash EtWTR');
  });

  test('is rejected if the mint is of Token-2022, has other decimals or does not exist', async () => {
    const tokenIs = (token: object) =>
      createSolanaNetwork(
        { ...settings, tokens: { USDC: { ...present(settings.tokens['USDC']), ...token } } },
        payoutKey,
      );
    const liquidity = (token: object) => tokenIs(token).payouts.liquidity(networkId, 'USDC');
    await expect(liquidity({ decimals: 9 })).rejects.toThrow('reports 6 decimals for USDC instead of 9');
    await expect(liquidity({ mint: await anybody() })).rejects.toThrow('no mint of the classic token program for USDC');
    await expect(liquidity({ mint: await node.ataOf(node.payer.address) })).rejects.toThrow('no mint of the classic');
    double.set({
      accounts: { [node.mint]: (real) => ({ ...present(real), owner: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb' }) },
    });
    await expect(liquidity({})).rejects.toThrow('The mint of USDC belongs to Token-2022');
  });

  test('proves nothing if it lags behind, has lost the transaction or lacks the block', async () => {
    const transfer = await received(1n);
    const stateOf = async (transfers: ReturnType<typeof credited>) =>
      (await chain.inspect(networkId, transfers)).states;
    for (const faults of [{ lag: 20 }, { missingSlots: [Number(transfer.block.height)] }]) {
      double.set(faults);
      expect(await stateOf(credited(transfer))).toEqual([{ state: 'unknown' }]);
    }
    double.set({ hidden: [transfer.hash] });
    expect(await stateOf(uncredited(transfer))).toEqual([{ state: 'unknown' }]);
    expect(await stateOf(credited(transfer))).toMatchObject([{ state: 'included' }]);
  });

  test('reverses nothing without the other nodes', async () => {
    const transfer = await received(1n);
    const view = (transfers: ReturnType<typeof credited>) => both.chain.inspect(networkId, transfers);
    expect(await view(uncredited(transfer))).toMatchObject({ states: [{ state: 'included', confirmations: 1 }] });
    expect(await view(uncredited(transfer))).not.toHaveProperty('withheldReason');
    second.set({ forkedSlots: [Number(transfer.block.height)] });
    expect(await view(credited(transfer))).toMatchObject({ withheldReason: 'sources-disagree' });
    second.set({ factor: 2n });
    expect(await view(uncredited(transfer))).toMatchObject({ withheldReason: 'sources-disagree' });
    second.set({ isDown: true });
    expect(await view(credited(transfer))).toMatchObject({ withheldReason: 'source-unavailable' });
    second.set({ lag: 20 });
    expect(await view(credited(transfer))).toMatchObject({ states: [{ state: 'unknown' }] });
  });

  test('is skipped by a scan, and does not move the cursor back', async () => {
    const cursor = await head();
    const hash = await receive(owner(2n), '3');
    double.set({ isDown: true });
    const { transfers } = await both.chain.transfersSince(networkId, cursor, [owner(2n)]);
    expect(transfers.map((each) => each.hash)).toContain(hash);
    expect(await both.chain.transfersOf(networkId, hash)).toHaveLength(1);
    await expect(chain.transfersSince(networkId, cursor, [])).rejects.toThrow(
      'Solana node 1 of 1 does not answer getSlot',
    );
    double.set({ lag: 40 });
    expect(await chain.transfersSince(networkId, cursor, [owner(2n)])).toEqual({ transfers: [], cursor });
    await expect(
      chain.inspect(networkId, [{ ...present(transfers[0]), hash: anySignature(), isCredited: false }]),
    ).resolves.toBeDefined();
  });
});

test('scans use the other node when the head of one Solana node is frozen', async () => {
  const hash = await receive(owner(10n), '3');
  const cursor = (await head()) - 10n;
  double.set({ lag: 40 });
  const read = await both.chain.transfersSince(networkId, cursor, [owner(10n)]);
  expect(read.transfers.map((each) => each.hash)).toContain(hash);
  expect(read.cursor).toBeGreaterThan(cursor);
});

test('errors do not contain the URL of a node, which may hold a token', async () => {
  const down = createSolanaNetwork({ ...settings, nodes: ['http://127.0.0.1:1/secret-token'] }, payoutKey);
  const failures = await Promise.allSettled([down.chain.inspect(networkId, []), down.payouts.nonces(networkId)]);
  for (const failure of failures) {
    expect(failure.status).toBe('rejected');
    expect(inspect(failure)).not.toContain('secret-token');
  }
});

test('the paying address cannot be a deposit address', () => {
  const wrong = { ...settings, depositAddresses: [payoutAddress] };
  expect(() => createSolanaNetwork(wrong, payoutKey)).toThrow('contains the address that pays');
});
