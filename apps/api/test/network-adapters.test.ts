import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Network } from '@wusd/api-sdk/domain';
import { toMinor } from '@wusd/api-sdk/money';
import { type Hex, parseGwei, parseTransaction, recoverTransactionAddress } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEvmNetworks } from '../src/gateways/evm/index.ts';
import { chainIds, type EvmSettings } from '../src/gateways/evm/settings.ts';
import { createLocalSigner } from '../src/gateways/evm/signer.ts';
import type { NetworkAdapter } from '../src/gateways/networks.ts';
import { parseAddress } from '../src/domains/destinations/blockchain-addresses/address-formats.ts';
import { PayoutRejected } from '../src/gateways/payout-port.ts';
import type { RecordedTransfer } from '../src/gateways/chain-port.ts';
import { simulatedAddress } from '../src/sandbox/chain.ts';
import { payoutAddress, payoutKey, startEvmNode } from '../testing/evm-node.ts';
import { startTwoNodes } from '../testing/harness.ts';
import { portOf } from '../testing/loopback.ts';
import { present } from '../testing/present.ts';

// One suite for whatever stands for a network: a real EVM node with a token on it, and the simulators of the others.

const { node } = await startTwoNodes({ sandboxPace: 'manual' });
const { db, clock, gateways } = node.server.services;
const evm = await startEvmNode({ chainId: 8453 });
afterAll(() => evm.stop());
const settings: EvmSettings = {
  ...evm.settings(Network.Base),
  networks: evm.settings(Network.Base).networks.map((each) => ({
    ...each,
    networkId: Network.Base,
    chainId: 8453,
    startBlock: 0,
    gas: 150_000,
  })),
};
const real = present(createEvmNetworks(settings, payoutKey).get(Network.Base));
const isEip1559 = (raw: Hex): raw is `0x02${string}` => raw.startsWith('0x02');
async function senderOf(raw: Hex): Promise<Hex> {
  if (!isEip1559(raw)) throw new TypeError('Not a transaction of EIP-1559');
  return recoverTransactionAddress({ serializedTransaction: raw });
}
const anybody = (): Hex => privateKeyToAddress(`0x${randomBytes(32).toString('hex')}`);

interface World extends NetworkAdapter {
  networkId: number;
  /** A transfer of WUSD, in a block. @returns its transaction */
  receive(to: string, amount: string): Promise<string>;
  /** So many more blocks. */
  blocks(count: number): Promise<void>;
  /** The chain goes on from before a transaction. */
  takeBack(hash: string): Promise<void>;
  /** Blocks that ask for more than was offered. */
  costsMore(): Promise<void>;
  stranger(): string;
}

const beforeHash = new Map<string, Hex>();
const worlds: [string, World][] = [
  [
    'an EVM node',
    {
      ...real,
      networkId: Network.Base,
      async receive(to, amount) {
        const snapshot = await evm.client.snapshot();
        const hash = await evm.mint(to, amount);
        beforeHash.set(hash, snapshot);
        return hash;
      },
      blocks: (count) => evm.mine(count),
      async takeBack(hash) {
        await evm.client.revert({ id: present(beforeHash.get(hash)) });
        await evm.mine(20);
      },
      async costsMore() {
        await evm.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('50') });
        await evm.mine();
      },
      stranger: anybody,
    },
  ],
  [
    'the simulator',
    {
      chain: gateways.chain,
      payouts: gateways.payouts,
      networkId: Network.Tron,
      async receive(to, amount) {
        const hash = `0x${randomBytes(32).toString('hex')}`;
        const row = { network_id: Network.Tron, hash, log_index: 0, address: to, currency: 'WUSD', sender: 'somebody' };
        await db
          .insertInto('sandbox_transfer')
          .values({ ...row, memo: null, amount: toMinor(amount, 18).toString(), at: clock.now(), confirmations: 1 })
          .execute();
        return hash;
      },
      async blocks(count) {
        await db
          .updateTable('sandbox_transfer')
          .set((eb) => ({ confirmations: eb('confirmations', '+', count) }))
          .execute();
        await db
          .updateTable('sandbox_broadcast')
          .set((eb) => ({ confirmations: eb(eb.fn.coalesce('confirmations', eb.lit(0)), '+', count) }))
          .execute();
      },
      async takeBack(hash) {
        await db.updateTable('sandbox_transfer').set({ is_gone: true }).where('hash', '=', hash).execute();
      },
      costsMore: async () => {},
      stranger: () => simulatedAddress(Network.Tron, 900n),
    },
  ],
];

describe.each(worlds)('%s', (_, world) => {
  const { chain, payouts, networkId } = world;
  const tail = async () => {
    let cursor = 0n;
    for (;;) {
      const read = await chain.transfersSince(networkId, cursor);
      if (read.cursor === cursor) return cursor;
      ({ cursor } = read);
    }
  };
  const stateOf = async (transfer: RecordedTransfer, isCredited = false) =>
    (await chain.inspect(networkId, [{ ...transfer, isCredited }])).states[0];
  const payout = (nonce: bigint, price: string, amount = '3.5') => ({
    networkId,
    sender,
    nonce,
    price,
    to: world.stranger(),
    currency: 'WUSD',
    amount: toMinor(amount, 18),
  });
  let nonce: bigint;
  let sender: string;
  beforeAll(async () => {
    await evm.fuel();
    await evm.mint(payoutAddress, '1000');
    nonce = await payouts.expectedNonce(networkId);
    sender = await payouts.sender(networkId);
  });

  test('has an address for every customer, the same for ever, as its network writes it', async () => {
    const [first, again, second] = await Promise.all([1n, 1n, 2n].map((key) => chain.depositTarget(networkId, key)));
    expect(again).toEqual(first);
    expect(second).not.toEqual(first);
    expect(parseAddress(networkId, first?.address ?? '')).toBe(first?.address);
  });

  test('finds what came, to the last digit, and again by its transaction', async () => {
    const { address } = await chain.depositTarget(networkId, 3n);
    const cursor = await tail();
    const hash = await world.receive(address, '1234.567891');
    const read = await chain.transfersSince(networkId, cursor);
    expect(read.cursor).toBeGreaterThan(cursor);
    const found = read.transfers.find((each) => each.hash === hash);
    expect(found).toMatchObject({ networkId, address, currency: 'WUSD', amount: 1_234_567_891_000_000_000_000n });
    expect(found?.sender).not.toBe('');
    expect(await chain.transfersOf(networkId, hash)).toEqual([found]);
    expect(await chain.transfersOf(networkId, `0x${'0'.repeat(64)}`)).toEqual([]);
  });

  test('counts the blocks on top of a transfer, and proves that another block took the place of its own', async () => {
    const { address } = await chain.depositTarget(networkId, 4n);
    const cursor = await tail();
    const hash = await world.receive(address, '10');
    const found = (await chain.transfersSince(networkId, cursor)).transfers.find((each) => each.hash === hash);
    if (!found) throw new Error('Nothing came');
    const transfer = { ...found, isCredited: false };
    expect(await stateOf(transfer)).toEqual({ state: 'included', block: found.block, confirmations: 1 });
    await world.blocks(4);
    expect(await stateOf(transfer)).toMatchObject({ state: 'included', confirmations: 5 });
    expect(await stateOf(transfer, true)).toMatchObject({ state: 'included', confirmations: 5 });
    await world.takeBack(hash);
    for (const isCredited of [false, true]) {
      const state = await stateOf(transfer, isCredited);
      expect(state).toMatchObject({ state: 'replaced', by: { height: found.block.height } });
      expect(state).not.toMatchObject({ by: { hash: found.block.hash } });
    }
    const read = await chain.transfersSince(networkId, cursor);
    expect(read.transfers.filter((each) => each.hash === hash)).toEqual([]);
    const again = await world.receive(address, '10');
    expect((await chain.transfersSince(networkId, cursor)).transfers.map((each) => each.hash)).toContain(again);
  });

  test('proves nothing of a transfer that it does not know', async () => {
    const { address } = await chain.depositTarget(networkId, 4n);
    const unheard = { hash: `0x${'1'.repeat(64)}`, logIndex: 0, address, currency: 'WUSD', amount: 1n };
    expect(await stateOf({ ...unheard, isCredited: true })).toEqual({ state: 'unknown' });
  });

  test('sends what was signed when it is told to, once however often, and counts its blocks', async () => {
    const asked = payout(nonce, await payouts.currentPrice(networkId));
    const { raw, hash } = await payouts.sign(asked);
    expect(await payouts.sign(asked)).toEqual({ raw, hash });
    expect(await payouts.statusOf({ networkId, sender, nonce, hash })).toBe('unknown');
    await payouts.broadcast(networkId, raw);
    await payouts.broadcast(networkId, raw);
    await world.blocks(3);
    await payouts.broadcast(networkId, raw);
    expect(await payouts.statusOf({ networkId, sender, nonce, hash })).toMatchObject({
      confirmations: 3,
      isReverted: false,
    });
    expect(await payouts.liquidity(networkId, 'WUSD')).toBeGreaterThan(0n);
    nonce += 1n;
  });

  test('takes one of two with the same nonce, and says of the other that it never will', async () => {
    const price = await payouts.currentPrice(networkId);
    const first = await payouts.sign(payout(nonce, price));
    await payouts.broadcast(networkId, first.raw);
    await world.costsMore();
    const better = (await payouts.increasedPrice(networkId, price)) ?? '';
    const second = await payouts.sign(payout(nonce, better));
    expect(second.hash).not.toBe(first.hash);
    await payouts.broadcast(networkId, second.raw);
    await world.blocks(1);
    expect(await payouts.statusOf({ networkId, sender, nonce, ...second })).toMatchObject({ confirmations: 1 });
    await world.blocks(6);
    expect(await payouts.statusOf({ networkId, sender, nonce, ...first })).toBe('displaced');
    nonce += 1n;
  });
});

describe('an EVM node', () => {
  const { chain, payouts } = real;
  const networkId = Network.Base;
  const sender = payoutAddress;

  test('that is of another network is not believed', async () => {
    const [network] = settings.networks;
    const wrong = { ...settings, networks: network ? [{ ...network, chainId: chainIds[Network.Ethereum] ?? 0 }] : [] };
    const adapter = createEvmNetworks(wrong, payoutKey).get(networkId);
    await expect(adapter?.chain.transfersSince(networkId, 0n)).rejects.toThrow('reports chain 8453');
    await expect(adapter?.payouts.currentPrice(networkId)).rejects.toThrow('reports chain 8453');
  });

  test('that takes a payout while it is asked about it has not displaced it', async () => {
    // Between the first answer about the receipt and the next question, the payout gets into a block, and many follow.
    let asked = 0;
    const passOn = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const body = await text(request);
      const answer = await fetch(evm.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      const answered = await answer.text();
      if (body.includes('eth_getTransactionReceipt') && (asked += 1) === 1) await evm.mine(12);
      response.setHeader('content-type', 'application/json').end(answered);
    };
    const between = createServer((request, response) => void passOn(request, response));
    await new Promise<void>((resume) => between.listen(0, '127.0.0.1', resume));
    try {
      const url = `http://127.0.0.1:${portOf(between)}`;
      const [network] = settings.networks;
      const slow = { ...settings, networks: network ? [{ ...network, url }] : [] };
      const seen = createEvmNetworks(slow, payoutKey).get(networkId)?.payouts;
      const nonce = await payouts.expectedNonce(networkId);
      const sent = await payouts.sign({
        networkId,
        sender,
        nonce,
        to: anybody(),
        currency: 'WUSD',
        amount: toMinor('1', 18),
        price: await payouts.currentPrice(networkId),
      });
      await payouts.broadcast(networkId, sent.raw);
      expect(await seen?.statusOf({ networkId, sender, nonce, hash: sent.hash })).toMatchObject({ confirmations: 12 });
      expect(asked).toBe(2);
    } finally {
      between.close();
    }
  });

  test('that asks for no more than was offered has no better price', async () => {
    expect(await payouts.increasedPrice(networkId, await payouts.currentPrice(networkId))).toBeUndefined();
  });

  test('that has not the block of a deposit yet proves nothing, and one with another block does', async () => {
    const { address } = await chain.depositTarget(networkId, 5n);
    const before = await evm.client.snapshot();
    const hash = await evm.mint(address, '10');
    const [found] = await chain.transfersOf(networkId, hash);
    if (!found) throw new Error('Nothing came');
    const transfers = [{ ...found, isCredited: true }];
    await evm.client.revert({ id: before });
    expect((await chain.inspect(networkId, transfers)).states).toEqual([{ state: 'unknown' }]);
    await evm.mine(1);
    expect((await chain.inspect(networkId, transfers)).states).toMatchObject([{ state: 'replaced', confirmations: 1 }]);
  });

  test('finds nothing where nothing was sent: lookalikes send no coins at all', async () => {
    const { address } = await chain.depositTarget(networkId, 6n);
    const hash = await evm.mint(address, '0');
    expect(await chain.transfersOf(networkId, hash)).toEqual([]);
  });

  test('gives the gas and nothing else for what its token refuses', async () => {
    const nonce = await payouts.expectedNonce(networkId);
    const before = await evm.balanceOf(payoutAddress);
    await evm.pause(true);
    const asked = { networkId, sender, nonce, price: await payouts.currentPrice(networkId), currency: 'WUSD' };
    const { raw, hash } = await payouts.sign({ ...asked, to: anybody(), amount: toMinor('1', 18) });
    await payouts.broadcast(networkId, raw);
    await evm.mine();
    expect(await payouts.statusOf({ networkId, sender, nonce, hash })).toMatchObject({
      confirmations: 1,
      isReverted: true,
    });
    expect(await evm.balanceOf(payoutAddress)).toBe(before);
    await evm.pause(false);
  });

  test('does not send what its token can’t: more digits than it has', async () => {
    const asked = { networkId, sender, nonce: 0n, price: await payouts.currentPrice(networkId), currency: 'WUSD' };
    await expect(payouts.sign({ ...asked, to: anybody(), amount: 1n })).rejects.toThrow("can't represent this amount");
    await expect(payouts.sign({ ...asked, currency: 'USDT', to: anybody(), amount: 1n })).rejects.toThrow('no token');
  });

  test('tells what is held, customers’ and our own, as of a block', async () => {
    const { address } = await chain.depositTarget(networkId, 7n);
    await evm.mint(address, '20');
    const at = await evm.client.getBlockNumber();
    await evm.mint(address, '2');
    const own = await evm.balanceOf(payoutAddress);
    const held = await chain.holdingsAt(networkId, at, [address]);
    expect(held?.get('WUSD')).toBe((own + 20_000_000n) * 10n ** 12n);
  });
});

describe('whoever holds the keys', () => {
  const limits = { perPayout: '100', perDay: '250', maxFeeGwei: '10' };
  const networks = settings.networks.map((each) => ({ ...each, limits }));
  const retiredKey = `0x${'45'.repeat(32)}` as const;
  const signer = createLocalSigner(payoutKey, [retiredKey], networks);
  const slot = {
    chainId: 8453,
    sender: payoutAddress,
    nonce: 1,
    maxFeePerGas: parseGwei('10'),
    maxPriorityFeePerGas: 1n,
  };
  const good = { ...slot, token: evm.token, to: anybody(), units: 100_000_000n, gas: 100_000n };

  test('signs nothing beyond its own limits, whoever asks', async () => {
    await signer.sign(good);
    await expect(signer.sign({ ...good, units: 100_000_001n })).rejects.toMatchObject({ reason: 'payout-limit' });
    await expect(signer.sign({ ...good, token: anybody() })).rejects.toThrow(PayoutRejected);
    await expect(signer.sign({ ...good, chainId: 1 })).rejects.toThrow(PayoutRejected);
    await expect(signer.sign({ ...good, maxFeePerGas: parseGwei('11') })).rejects.toMatchObject({
      reason: 'fee-limit',
    });
    await expect(signer.sign({ ...good, gas: 200_000n })).rejects.toMatchObject({ reason: 'fee-limit' });
  });

  test('signs for the sender that is asked for, and for none whose key it does not have', async () => {
    const sender = privateKeyToAddress(retiredKey);
    for (const each of [payoutAddress, sender])
      expect(await senderOf(await signer.sign({ ...good, sender: each }))).toBe(each);
    await expect(signer.sign({ ...good, sender: anybody() })).rejects.toMatchObject({ reason: 'key-missing' });
    await expect(signer.cancel({ ...slot, sender: anybody() })).rejects.toMatchObject({ reason: 'key-missing' });
  });

  test('cancels by a transfer of nothing to the sender itself, for no more than a payout may cost', async () => {
    const signed = parseTransaction(await signer.cancel(slot));
    expect(signed).toMatchObject({ to: payoutAddress.toLowerCase(), nonce: 1, gas: 21_000n });
    expect(signed.value ?? 0n).toBe(0n);
    expect(signed.data ?? '0x').toBe('0x');
    await signer.cancel({ ...slot, maxFeePerGas: parseGwei('71') });
    await expect(signer.cancel({ ...slot, maxFeePerGas: parseGwei('72') })).rejects.toMatchObject({
      reason: 'fee-limit',
    });
  });
});
