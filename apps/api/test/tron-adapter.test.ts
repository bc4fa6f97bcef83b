import { Network } from '@wusd/api-sdk/domain';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { secp256k1Key } from '@wusd/payouts/keys/signing-key';
import { createTronNetwork } from '@wusd/payouts/tron/index';
import { toEvmAddress } from '@wusd/payouts/tron/address';
import { conforms } from '../testing/network-conformance.ts';
import { present } from '@wusd/server-kit/testing/present';
import { anyTronAddress, startTron } from '../testing/tron-network.ts';

// The Tron adapter with two doubles of its nodes. testing/tron-chain-double.ts lists what they cannot prove.

const networkId = Network.Tron;
const tron = await startTron();
const { chain, evm, primary, secondary, adapter, mint, world } = tron;
const { payouts } = adapter;
beforeAll(() => world.begin());
afterEach(() => tron.restartNodes());

describe('Tron', () => {
  conforms(world);
});

describe('the nonces of a sender', () => {
  test('differ, so that otherwise equal payouts are two transactions', async () => {
    const [first = '', second = '', ...rest] = await tron.nonces();
    expect(new Set([first, second, ...rest]).size).toBe(1000);
    const payout = await tron.payout(first);
    const signed = [await payouts.sign(payout), await payouts.sign({ ...payout, nonce: second })];
    for (const { raw } of signed) await payouts.broadcast(networkId, raw);
    await chain.mine();
    expect(new Set(signed.map(({ hash }) => hash)).size).toBe(2);
    expect(await tron.balanceOf(payout.to)).toBe(4_000_000n);
  });

  test('expire five minutes after the head, and refer to a solid block', async () => {
    await chain.mine(30);
    const head = await chain.head();
    const [first = ''] = await tron.nonces();
    const solid = await chain.blockAt(head.height - 18n);
    expect(first).toBe(`${head.timestamp + 300_000}:${solid.height}:${solid.id.slice(16, 32)}`);
  });

  test('are not taken from a node with an outdated head', async () => {
    await chain.mine(60);
    const { height } = await chain.head();
    primary.set({ head: height - 40n });
    const [fromSecond = ''] = await tron.nonces();
    expect(fromSecond).toMatch(new RegExp(`:${height - 18n}:`));
    secondary.set({ head: height - 40n });
    await expect(tron.nonces()).rejects.toThrow('Tron node 2 has a head that is not of the present');
  });

  test('are rejected in another format', async () => {
    const payout = await tron.payout('7');
    await expect(payouts.sign(payout)).rejects.toThrow('Not a nonce of Tron');
  });
});

describe('deposits', () => {
  const found = async () => {
    const { address } = await adapter.chain.depositTarget(networkId, 70n);
    const id = await mint(address, '10');
    await chain.mine(4);
    return { ...present((await adapter.chain.transfersOf(networkId, id))[0]), isCredited: false };
  };

  test('are withheld while nodes disagree about a block or one does not answer', async () => {
    const transfer = await found();
    secondary.set({ forgedFrom: transfer.block.height });
    expect(await adapter.chain.inspect(networkId, [transfer])).toMatchObject({
      states: [{ state: 'unknown' }],
      withheldReason: 'sources-disagree',
    });
    secondary.set({ isDown: true });
    expect((await adapter.chain.inspect(networkId, [transfer])).withheldReason).toBe('source-unavailable');
    secondary.set({ head: transfer.block.height - 1n });
    expect((await adapter.chain.inspect(networkId, [transfer])).states).toEqual([{ state: 'unknown' }]);
  });

  test('are found by another node if the first one is down or does not know them', async () => {
    const { hash, block } = await found();
    primary.set({ isDown: true });
    expect(await adapter.chain.transfersOf(networkId, hash)).toHaveLength(1);
    const read = await adapter.chain.transfersSince(networkId, block.height - 1n, []);
    expect(read.cursor).toBeGreaterThanOrEqual(block.height);
    primary.set({ hidden: [hash] });
    expect(await adapter.chain.transfersOf(networkId, hash)).toHaveLength(1);
    expect(await adapter.chain.transfersOf(networkId, `0x${hash.toUpperCase()}`)).toHaveLength(1);
    expect(await adapter.chain.transfersOf(networkId, 'not a hash')).toEqual([]);
  });

  test('are found by another node if the head of the first one is frozen', async () => {
    const { address } = await adapter.chain.depositTarget(networkId, 73n);
    const { height } = await chain.head();
    const id = await mint(address, '1');
    primary.set({ head: height });
    const { transfers, cursor } = await adapter.chain.transfersSince(networkId, height, [address]);
    expect(transfers.map(({ hash }) => hash)).toEqual([id]);
    expect(cursor).toBeGreaterThan(height);
  });

  test('are read only for the given addresses, in any number', async () => {
    const { address } = await adapter.chain.depositTarget(networkId, 71n);
    const { height } = await chain.head();
    await mint(anyTronAddress(), '1');
    const id = await mint(address, '1');
    const others = Array.from({ length: 1200 }, anyTronAddress);
    const { transfers } = await adapter.chain.transfersSince(networkId, height, [...others, address]);
    expect(transfers.map(({ hash }) => hash)).toEqual([id]);
  });

  test('without an amount are ignored', async () => {
    const { address } = await adapter.chain.depositTarget(networkId, 72n);
    expect(await adapter.chain.transfersOf(networkId, await mint(address, '0'))).toEqual([]);
  });
});

describe('a node', () => {
  test.each(['/jsonrpc', '/wallet', '/walletsolidity'] as const)(
    'that serves another chain at %s is rejected',
    async (foreign) => {
      for (const node of [primary, secondary]) node.set({ foreign });
      const wrong = tron.connect();
      await expect(wrong.chain.transfersSince(networkId, 0n, [])).rejects.toThrow('reports chain 1 instead of');
      await expect(wrong.payouts.nonces(networkId)).rejects.toThrow('reports chain 1 instead of');
    },
  );

  test('that is down does not appear in an error with its URL, which may contain a token', async () => {
    const secret = 'http://127.0.0.1:1/secret-token';
    const down = tron.connect({ nodes: [{ url: secret }] });
    const failures = await Promise.allSettled([
      down.payouts.currentPrice(networkId),
      down.payouts.liquidity(networkId, 'WUSD'),
      down.chain.transfersSince(networkId, 0n, []),
    ]);
    for (const each of failures) {
      expect(each.status).toBe('rejected');
      const shown =
        each.status === 'rejected' && each.reason instanceof Error ? each.reason : new Error('secret-token');
      expect(`${shown.message} ${shown.stack} ${String(shown.cause)}`).not.toContain('secret-token');
    }
  });
});

describe('the price', () => {
  test('covers a recipient that never held the token, with a margin', async () => {
    const payout = await tron.payout(present((await tron.nonces())[0]));
    const energy = await chain.simulate(
      toEvmAddress(await payouts.sender(networkId)),
      evm.token,
      `0xa9059cbb${toEvmAddress(payout.to).slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`,
    );
    const estimate = Number(present(energy)) * 210;
    expect(Number(payout.price)).toBeGreaterThan(estimate * 1.2);
    expect(Number(payout.price)).toBeLessThan(estimate * 1.3);
    expect(await payouts.increasedPrice(networkId, payout.price)).toBeUndefined();
  });

  test('is the limit if the sender holds no token, so that no estimate is possible', async () => {
    const empty = createTronNetwork(tron.settings, secp256k1Key(new Uint8Array(32).fill(5))).payouts;
    expect(await empty.liquidity(networkId, 'WUSD')).toBe(0n);
    expect(await empty.currentPrice(networkId)).toBe('50000000');
  });

  test('drops its margin at the limit, and is rejected by the signer beyond it', async () => {
    const whole = BigInt(await payouts.currentPrice(networkId));
    const trx = (sun: bigint): string => `0.${sun.toString().padStart(6, '0').slice(-6)}`;
    const limited = (sun: bigint) =>
      tron.connect({ limits: { ...tron.settings.limits, maxFeeTrx: `${sun / 1_000_000n}${trx(sun).slice(1)}` } })
        .payouts;
    expect(await limited(whole - 1n).currentPrice(networkId)).toBe((whole - 1n).toString());
    const strict = limited(whole / 2n);
    const price = await strict.currentPrice(networkId);
    expect(BigInt(price)).toBeGreaterThan(whole / 2n);
    const payout = { ...(await tron.payout(present((await tron.nonces())[0]))), price };
    await expect(strict.sign(payout)).rejects.toMatchObject({ reason: 'fee-limit' });
  });

  test('belongs to a token whose supply the nodes return', async () => {
    const before = (await adapter.chain.supply(networkId, 'WUSD')) ?? 0n;
    await mint(await payouts.sender(networkId), '1.5');
    expect(await adapter.chain.supply(networkId, 'WUSD')).toBe(before + 15n * 10n ** 17n);
    expect(await adapter.chain.supply(networkId, 'USDC')).toBeUndefined();
  });

  test('is rejected if the sender can’t pay it or the token can’t be transferred', async () => {
    await evm.client.setBalance({ address: toEvmAddress(await payouts.sender(networkId)), value: 1000n });
    const tooLittle = {
      name: 'PayoutRejected',
      reason: 'fee-limit',
      message: expect.stringContaining('too little TRX'),
    };
    await expect(payouts.currentPrice(networkId)).rejects.toMatchObject(tooLittle);
    secondary.set({ isDown: true });
    await expect(payouts.currentPrice(networkId)).rejects.toMatchObject(tooLittle);
    secondary.set({});
    await evm.fuel(toEvmAddress(await payouts.sender(networkId)));
    await evm.pause(true);
    await expect(payouts.currentPrice(networkId)).rejects.toThrow('No token can be transferred');
    await evm.pause(false);
  });
});
