import { Asset, Memo } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';
import type { ChainTransfer } from '@wusd/payouts/chain-port';
import { decodeAttempt } from '@wusd/payouts/stellar/envelope';
import { present } from '@wusd/server-kit/testing/present';
import {
  customer,
  depositAccount,
  type Incoming,
  issuer,
  keypair,
  muxed,
  networkId,
  passphrase,
  payoutAddress,
  startStellar,
} from '@wusd/payouts/testing/stellar-world';
import { anyAttempt } from '@wusd/payouts/testing/any-attempt';

describe('deposits to a shared account', async () => {
  const { network, adapter, receive, receiveAll, stranger, faultsOf, trustLine } = await startStellar();
  const { chain } = adapter;
  const scan = async (cursor: bigint): Promise<ChainTransfer[]> =>
    (await chain.transfersSince(networkId, cursor, [])).transfers.filter(({ block }) => block.height > cursor);
  const received = async (incoming: Omit<Incoming, 'to' | 'amount'> & { to?: string }): Promise<ChainTransfer[]> => {
    const cursor = network.latest().sequence;
    receive({ to: depositAccount, amount: '5', ...incoming });
    return scan(cursor);
  };

  test.each([
    ['an id', { memo: Memo.id('7') }, '7'],
    ['the largest id', { memo: Memo.id('18446744073709551615') }, '18446744073709551615'],
    ['a number as text', { memo: Memo.text('7') }, '7'],
    ['a number as text, with spaces and zeros', { memo: Memo.text(' 0007') }, '7'],
    ['a muxed address', { to: muxed(depositAccount, '7') }, '7'],
    ['a muxed address with id 0', { to: muxed(depositAccount, '0') }, '0'],
    ['a muxed address and a memo', { to: muxed(depositAccount, '7'), memo: Memo.text('rent') }, '7'],
    ['another text', { memo: Memo.text('rent, May') }, 'rent, May'],
    ['a number beyond every id', { memo: Memo.text('18446744073709551616') }, '18446744073709551616'],
    ['text that a database rejects', { memo: Memo.text('a\u0000b') }, 'a\uFFFDb'],
    ['a hash', { memo: Memo.hash('ab'.repeat(32)) }, Buffer.from('ab'.repeat(32), 'hex').toString('base64')],
    ['no memo', {}, undefined],
  ])('name their customer by %s', async (_, incoming, memo) => {
    const [found] = await received(incoming);
    expect(present(found).memo).toBe(memo);
    expect(found).toMatchObject({ address: depositAccount, sender: customer.publicKey(), amount: 5n * 10n ** 18n });
  });

  test.each(['strict-send', 'strict-receive'] as const)('arrive by path payments (%s)', async (kind) => {
    expect(await received({ kind, memo: Memo.id('7') })).toMatchObject([{ memo: '7', amount: 5n * 10n ** 18n }]);
  });

  test('have the index of their operation', async () => {
    const cursor = network.latest().sequence;
    const payments = [
      { to: depositAccount, amount: '1' },
      { to: stranger(), amount: '2' },
      { to: depositAccount, amount: '3' },
    ];
    const hash = receiveAll(payments, Memo.id('7'));
    const found = await scan(cursor);
    expect(found.map(({ logIndex, memo, amount }) => [logIndex, memo, amount / 10n ** 18n])).toEqual([
      [0, '7', 1n],
      [2, '7', 3n],
    ]);
    expect((await chain.transfersOf(networkId, hash.toUpperCase())).map(({ logIndex }) => logIndex)).toEqual([0, 1, 2]);
  });

  test('count only in the asset itself, not in XLM or in one of another issuer', async () => {
    const lookalike = new Asset('WUSD', keypair('another issuer').publicKey());
    network.arrange((accounts) => {
      const line = { balance: 10n ** 9n, limit: 10n ** 18n, sellingLiabilities: 0n, isAuthorized: true, modified: 1n };
      for (const id of [customer.publicKey(), depositAccount])
        accounts.get(id)?.lines.set(lookalike.toString(), { ...line });
    });
    expect(await received({ currency: lookalike })).toEqual([]);
    expect(await received({ currency: Asset.native() })).toEqual([]);
  });

  test('do not count if their transaction failed', async () => {
    const cursor = network.latest().sequence;
    const hash = receiveAll([
      { to: depositAccount, amount: '5' },
      { to: depositAccount, amount: '99999999999' },
    ]);
    expect(network.latest().transactions).toMatchObject([{ hash, isSuccessful: false }]);
    expect(await scan(cursor)).toEqual([]);
    expect(await chain.transfersOf(networkId, hash)).toEqual([]);
  });

  test('are the same transfer under either hash of a fee bump', async () => {
    const cursor = network.latest().sequence;
    const paid = await adapter.payouts.sign({
      ...anyAttempt,
      networkId,
      sender: payoutAddress,
      nonce: ((network.latest().accounts.get(payoutAddress)?.sequence ?? 0n) + 1n).toString(),
      to: depositAccount,
      memo: '7',
      currency: 'WUSD',
      amount: 10n ** 18n,
      price: '200',
    });
    network.submit(paid.raw);
    network.close();
    const found = await scan(cursor);
    expect(found).toMatchObject([{ hash: paid.hash, memo: '7' }]);
    expect(await chain.transfersOf(networkId, decodeAttempt(paid.raw, passphrase).innerHash)).toEqual(found);
  });

  test.each([200, 7])('are all found when they fill several pages (of %i)', async (pageLimit) => {
    faultsOf().pageLimit = pageLimit;
    const cursor = network.latest().sequence;
    const hundred = Array.from({ length: 100 }, () => ({ to: depositAccount, amount: '0.0000001' }));
    for (let ledgers = 0; ledgers < 4; ledgers += 1) receiveAll(hundred, Memo.id('7'));
    const found = new Map<string, bigint>();
    let read = await chain.transfersSince(networkId, cursor, []);
    for (let before = cursor; read.cursor > before; read = await chain.transfersSince(networkId, before, [])) {
      for (const { hash, logIndex, block } of read.transfers) found.set(`${hash} ${logIndex}`, block.height);
      before = read.cursor;
    }
    expect([...found.values()].filter((height) => height > cursor)).toHaveLength(400);
    expect(await chain.transfersOf(networkId, present(network.latest().transactions[0]).hash)).toHaveLength(100);
    faultsOf().pageLimit = 200;
  });

  test('that a server behind the same URL has not read yet are found by the next scan', async () => {
    const cursor = network.latest().sequence;
    const hash = receive({ to: depositAccount, amount: '5' });
    network.close(4);
    faultsOf().historyLag = 5n;
    const first = await chain.transfersSince(networkId, cursor, []);
    expect(first.transfers.filter((each) => each.hash === hash)).toEqual([]);
    faultsOf().historyLag = 0n;
    network.close();
    const second = await chain.transfersSince(networkId, first.cursor, [], first.hash);
    expect(second.transfers.filter((each) => each.hash === hash)).toHaveLength(1);
  });

  test('are not skipped by a node whose history begins too late', async () => {
    const cursor = network.latest().sequence;
    network.close(3);
    faultsOf().elder = cursor + 2n;
    await expect(chain.transfersSince(networkId, cursor, [])).rejects.toThrow('history begins at ledger');
    faultsOf().elder = 1n;
  });

  test('are summed up at a ledger, unless an account has changed since', async () => {
    receive({ to: depositAccount, amount: '5' });
    const at = network.latest().sequence;
    network.close(2);
    const units = [depositAccount, payoutAddress].map((id) => trustLine(network.latest().accounts, id).balance);
    const held = await chain.holdingsAt(networkId, at, [depositAccount]);
    expect(held?.get('WUSD')).toBe(units.reduce((sum, each) => sum + each, 0n) * 10n ** 11n);
    receive({ to: depositAccount, amount: '5' });
    expect(await chain.holdingsAt(networkId, at, [depositAccount])).toBeUndefined();
  });

  test('have a supply equal to the balances of all accounts', async () => {
    const before = (await chain.supply(networkId, 'WUSD')) ?? 0n;
    const lines = [...network.latest().accounts.values()].flatMap(({ lines }) => [...lines]);
    const ofToken = lines.flatMap(([asset, { balance }]) => (asset === `WUSD:${issuer.publicKey()}` ? [balance] : []));
    expect(before).toBe(ofToken.reduce((sum, each) => sum + each, 0n) * 10n ** 11n);
    expect(before).toBeGreaterThan(0n);
    expect(await chain.supply(networkId, 'USDT')).toBeUndefined();
  });

  test('need a memo where the account requires one', async () => {
    const plain = stranger();
    const exchange = stranger((account) => void account.data.set('config.memo_required', '1'));
    const other = stranger((account) => void account.data.set('config.memo_required', '0'));
    const needs = await Promise.all(
      [plain, exchange, muxed(exchange, '1'), other, keypair('nobody').publicKey()].map((each) =>
        chain.needsMemo(networkId, each),
      ),
    );
    expect(needs).toEqual([false, true, false, false, false]);
  });
});
