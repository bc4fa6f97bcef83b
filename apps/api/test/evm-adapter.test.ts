import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Network } from '@wusd/api-sdk/domain';
import { toMinor } from '@wusd/api-sdk/money';
import { type Hex, parseGwei, parseTransaction, recoverTransactionAddress } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { hexToBytes } from 'viem/utils';
import { beforeAll, describe, expect, test } from 'vitest';
import { createEvmNetworks } from '@wusd/payouts/evm/index';
import { chainIds } from '@wusd/payouts/evm/settings';
import { createEvmSigner } from '@wusd/payouts/evm/signer';
import { secp256k1Key } from '@wusd/payouts/keys/signing-key';
import { PayoutRejected } from '@wusd/payouts/payout-port';
import { payoutAddress, payoutSigningKey } from '@wusd/payouts/testing/evm-node';
import { portOf } from '@wusd/server-kit/testing/loopback';
import { present } from '@wusd/server-kit/testing/present';
import { anybody, startEvmNetwork } from '@wusd/payouts/testing/evm-network';
import { anyAttempt } from '@wusd/payouts/testing/any-attempt';

// Reads from an EVM node, and the requests to the payout signer.

const { evm, settings, real } = await startEvmNetwork();
const isEip1559 = (raw: Hex): raw is `0x02${string}` => raw.startsWith('0x02');
async function senderOf(raw: Hex): Promise<Hex> {
  if (!isEip1559(raw)) throw new TypeError('Not a transaction of EIP-1559');
  return recoverTransactionAddress({ serializedTransaction: raw });
}
beforeAll(async () => {
  await evm.fuel();
  await evm.mint(payoutAddress, '1000');
});

describe('an EVM node', () => {
  const { chain, payouts } = real;
  const networkId = Network.Base;
  const sender = payoutAddress;
  const nextNonce = async (): Promise<string> => {
    const offer = await payouts.nonces(networkId);
    return 'from' in offer ? offer.from.toString() : present(offer.anyOf[0]);
  };

  test('of another chain is rejected', async () => {
    const [network] = settings.networks;
    const wrong = { ...settings, networks: network ? [{ ...network, chainId: chainIds[Network.Ethereum] ?? 0 }] : [] };
    const adapter = createEvmNetworks(wrong, payoutSigningKey).get(networkId);
    await expect(adapter?.chain.transfersSince(networkId, 0n, [])).rejects.toThrow('reports chain 8453');
    await expect(adapter?.payouts.currentPrice(networkId)).rejects.toThrow('reports chain 8453');
  });

  test('that includes a payout between two status requests has not displaced it', async () => {
    // After the first receipt request, a block includes the payout and more blocks follow.
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
      const seen = createEvmNetworks(slow, payoutSigningKey).get(networkId)?.payouts;
      const nonce = await nextNonce();
      const sent = await payouts.sign({
        ...anyAttempt,
        networkId,
        sender,
        nonce,
        to: anybody(),
        currency: 'WUSD',
        amount: toMinor('1', 18),
        price: await payouts.currentPrice(networkId),
      });
      await payouts.broadcast(networkId, sent.raw);
      expect(await seen?.statusOf({ networkId, sender, nonce, ...sent })).toMatchObject({ confirmations: 12 });
      expect(asked).toBe(2);
    } finally {
      between.close();
    }
  });

  test('whose price has not risen offers no higher price', async () => {
    expect(await payouts.increasedPrice(networkId, await payouts.currentPrice(networkId))).toBeUndefined();
  });

  test('that lacks the block of a deposit proves nothing; another block at its height proves a replacement', async () => {
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

  test('finds no transfer for a lookalike event without an amount', async () => {
    const { address } = await chain.depositTarget(networkId, 6n);
    const hash = await evm.mint(address, '0');
    expect(await chain.transfersOf(networkId, hash)).toEqual([]);
  });

  test('charges only gas for a transfer that the token reverts', async () => {
    const nonce = await nextNonce();
    const before = await evm.balanceOf(payoutAddress);
    await evm.pause(true);
    const asked = {
      ...anyAttempt,
      networkId,
      sender,
      nonce,
      price: await payouts.currentPrice(networkId),
      currency: 'WUSD',
    };
    const { raw, hash } = await payouts.sign({ ...asked, to: anybody(), amount: toMinor('1', 18) });
    await payouts.broadcast(networkId, raw);
    await evm.mine();
    expect(await payouts.statusOf({ networkId, sender, nonce, raw, hash })).toMatchObject({
      confirmations: 1,
      isReverted: true,
    });
    expect(await evm.balanceOf(payoutAddress)).toBe(before);
    await evm.pause(false);
  });

  test('refuses an amount with more digits than its token has, and a currency without a token', async () => {
    const asked = {
      ...anyAttempt,
      networkId,
      sender,
      nonce: '0',
      price: await payouts.currentPrice(networkId),
      currency: 'WUSD',
    };
    await expect(payouts.sign({ ...asked, to: anybody(), amount: 1n })).rejects.toThrow("can't represent this amount");
    await expect(payouts.sign({ ...asked, currency: 'USDT', to: anybody(), amount: 1n })).rejects.toThrow('no token');
  });

  test('returns the holdings at a block, of customers and of the payout account', async () => {
    const { address } = await chain.depositTarget(networkId, 7n);
    await evm.mint(address, '20');
    const at = await evm.client.getBlockNumber();
    await evm.mint(address, '2');
    const own = await evm.balanceOf(payoutAddress);
    const held = await chain.holdingsAt(networkId, at, [address]);
    expect(held?.get('WUSD')).toBe((own + 20_000_000n) * 10n ** 12n);
  });

  test('returns the supply across all holders, and undefined for a currency without a token', async () => {
    const before = (await chain.supply(networkId, 'WUSD')) ?? 0n;
    await evm.mint(anybody(), '12.345678');
    expect(await chain.supply(networkId, 'WUSD')).toBe(before + 12_345_678n * 10n ** 12n);
    expect(await chain.supply(networkId, 'USDT')).toBeUndefined();
  });
});

describe('the signer', () => {
  const limits = { perPayout: '100', perDay: '250', maxFeeGwei: '10' };
  const networks = settings.networks.map((each) => ({ ...each, limits }));
  const retiredKey = `0x${'45'.repeat(32)}` as const;
  const signer = createEvmSigner(payoutSigningKey, [secp256k1Key(hexToBytes(retiredKey))], networks);
  const slot = {
    chainId: 8453,
    sender: payoutAddress,
    nonce: 1,
    maxFeePerGas: parseGwei('10'),
    maxPriorityFeePerGas: 1n,
  };
  const good = { ...slot, token: evm.token, to: anybody(), units: 100_000_000n, gas: 100_000n };

  test('refuses a payout beyond its own limits', async () => {
    await signer.sign(good);
    await expect(signer.sign({ ...good, units: 100_000_001n })).rejects.toMatchObject({ reason: 'payout-limit' });
    await expect(signer.sign({ ...good, token: anybody() })).rejects.toThrow(PayoutRejected);
    await expect(signer.sign({ ...good, chainId: 1 })).rejects.toThrow(PayoutRejected);
    await expect(signer.sign({ ...good, maxFeePerGas: parseGwei('11') })).rejects.toMatchObject({
      reason: 'fee-limit',
    });
    await expect(signer.sign({ ...good, gas: 200_000n })).rejects.toMatchObject({ reason: 'fee-limit' });
  });

  test('signs for each sender whose key it has, and for no other', async () => {
    const sender = privateKeyToAddress(retiredKey);
    for (const each of [payoutAddress, sender])
      expect(await senderOf(await signer.sign({ ...good, sender: each }))).toBe(each);
    await expect(signer.sign({ ...good, sender: anybody() })).rejects.toMatchObject({ reason: 'key-missing' });
    await expect(signer.cancel({ ...slot, sender: anybody() })).rejects.toMatchObject({ reason: 'key-missing' });
  });

  test('cancels by an empty transfer to the sender itself, at no more than the cost of a payout', async () => {
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
