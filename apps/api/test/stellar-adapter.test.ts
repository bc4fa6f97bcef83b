import { Memo, TransactionBuilder } from '@stellar/stellar-sdk/base';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ChainTransfer } from '@wusd/payouts/chain-port';
import { decodeAttempt } from '@wusd/payouts/stellar/envelope';
import { createStellarNetwork } from '@wusd/payouts/stellar/index';
import { conforms } from '../testing/network-conformance.ts';
import { present } from '@wusd/server-kit/testing/present';
import { depositAccount, networkId, passphrase, payoutKey, startStellar } from '@wusd/payouts/testing/stellar-world';

// The network and its servers are doubles, since no Stellar node is available. Their files list what they cannot prove.

const world = await startStellar();

describe('Stellar, on doubles', () => {
  conforms({
    ...world.adapter,
    networkId,
    currency: 'WUSD',
    begin: async () => undefined,
    receive: async ({ address, memo }, amount) =>
      world.receive({ to: address, amount, ...(memo !== undefined && { memo: Memo.id(memo) }) }),
    blocks: async (count) => world.network.close(count),
    costsMore: async () => world.network.setSurge(5000n),
    stranger: async () => world.stranger(),
    unknownHash: '1'.repeat(64),
    unrepresentable: 1n,
  });
});

describe('two nodes', async () => {
  const { network, adapter, receive, faultsOf, settings, content } = await startStellar(2);
  const { chain } = adapter;
  const deposit = async (): Promise<ChainTransfer> => {
    const hash = receive({ to: depositAccount, amount: '5', memo: Memo.id('7') });
    return present((await chain.transfersOf(networkId, hash))[0]);
  };
  const inspect = async (transfer: ChainTransfer, isCredited = false) =>
    chain.inspect(networkId, [{ ...transfer, isCredited }]);
  beforeEach(() => {
    for (const faults of [faultsOf(0), faultsOf(1)])
      Object.assign(faults, { lag: 0, isDown: false, liesAbout: undefined, passphrase: undefined, hidden: new Set() });
  });

  test('prove nothing while one lags behind, and the scan continues from its cursor', async () => {
    const transfer = await deposit();
    faultsOf(0).lag = 1;
    expect((await inspect(transfer)).states).toEqual([{ state: 'unknown' }]);
    const { height } = transfer.block;
    expect(await chain.transfersSince(networkId, height, [], 'hash')).toEqual({
      transfers: [],
      cursor: height,
      hash: 'hash',
    });
  });

  test('are scanned through the other one while one is frozen', async () => {
    const transfer = await deposit();
    network.close(2);
    faultsOf(0).lag = 3;
    const { height } = transfer.block;
    const { transfers, cursor } = await chain.transfersSince(networkId, height - 1n, []);
    expect(transfers).toContainEqual(transfer);
    expect(cursor).toBe(height + 2n);
  });

  test.each([false, true])('contradict each other if one forges a ledger (credited: %s)', async (isCredited) => {
    const transfer = await deposit();
    network.close(3);
    faultsOf(1).liesAbout = transfer.block.height;
    expect(await inspect(transfer, isCredited)).toMatchObject({
      withheldReason: 'sources-disagree',
      states: [{ state: 'unknown' }],
    });
  });

  test('withhold their view while one is down, and are still scanned', async () => {
    const transfer = await deposit();
    faultsOf(0).isDown = true;
    expect(await inspect(transfer)).toMatchObject({
      withheldReason: 'source-unavailable',
      states: [{ state: 'included' }],
    });
    expect((await chain.transfersSince(networkId, transfer.block.height - 1n, [])).transfers).toContainEqual(transfer);
    faultsOf(1).isDown = true;
    await expect(inspect(transfer)).rejects.toThrow('Horizon answered 500');
  });

  test('prove the absence of an unknown transaction only by another ledger', async () => {
    const transfer = await deposit();
    for (const index of [0, 1]) faultsOf(index).hidden.add(transfer.hash);
    expect((await inspect(transfer)).states).toEqual([{ state: 'unknown' }]);
    const other = { ...transfer, block: { ...transfer.block, hash: 'e'.repeat(64) } };
    expect((await inspect(other, true)).states).toEqual([{ state: 'replaced', by: transfer.block, confirmations: 1 }]);
  });

  test('are rejected if they belong to another network', async () => {
    for (const index of [0, 1]) faultsOf(index).passphrase = 'Public Global Stellar Network ; September 2015';
    const { chain, payouts } = createStellarNetwork(settings, payoutKey);
    await expect(chain.transfersSince(networkId, 1n, [])).rejects.toThrow('reports the network "Public Global');
    await expect(payouts.currentPrice(networkId)).rejects.toThrow('reports the network');
    await expect(payouts.nonces(networkId)).rejects.toThrow('reports the network');
    await expect(payouts.broadcast(networkId, 'AAAA')).rejects.toThrow('reports the network');
  });

  test('appear in errors without their URLs, which may contain tokens', async () => {
    const nodes = [`${content.nodes[0]}/secret-token?key=secret-key`, 'http://127.0.0.1:1/secret-token'];
    const { chain } = createStellarNetwork({ ...settings, nodes }, payoutKey);
    const error: unknown = await chain.transfersSince(networkId, 1n, []).catch((each: unknown) => each);
    expect(String(error)).toContain("can't be reached");
    expect(JSON.stringify([error, String(error), error instanceof Error ? error.cause : ''])).not.toContain('secret');
    const other: unknown = await createStellarNetwork({ ...settings, nodes: nodes.slice(0, 1) }, payoutKey)
      .chain.needsMemo(networkId, depositAccount)
      .catch((each: unknown) => each);
    expect(String(other)).not.toContain('secret');
  });

  test('decode transactions of this network only', async () => {
    const transfer = await deposit();
    const raw = present(network.latest().transactions[0]).raw;
    expect(TransactionBuilder.fromXdr(raw, passphrase).operations).toHaveLength(1);
    expect(decodeAttempt(raw, passphrase).hash).toBe(transfer.hash);
    expect(decodeAttempt(raw, 'another network').hash).not.toBe(transfer.hash);
  });
});
