import { Keypair } from '@stellar/stellar-sdk/base';
import { afterEach, describe, expect, test } from 'vitest';
import { ed25519Key } from '@wusd/payouts/keys/signing-key';
import { createStellarNetwork } from '@wusd/payouts/stellar/index';
import { present } from '@wusd/server-kit/testing/present';
import { startStellarPayouts } from '@wusd/payouts/testing/stellar-payouts';
import {
  asset,
  depositAccount,
  issuer,
  keypair,
  muxed,
  networkId,
  payoutKey,
  payoutSeed,
} from '@wusd/payouts/testing/stellar-world';
import { anyAttempt } from '@wusd/payouts/testing/any-attempt';

const world = await startStellarPayouts();
const { network, settings, faultsOf, stranger, payouts, sender, payout, nextNonce, statusOf, decode, balance } = world;
const wusd = 10n ** 18n;
const currency = 'WUSD';

afterEach(() => {
  network.setSurge(100n);
  Object.assign(faultsOf(), { losesSubmissions: false, timesOut: false });
  network.close();
});

describe('a signed payout', () => {
  test('is one payment in a fee bump, without time bounds, that offers its price twice', async () => {
    const signed = await payouts.sign(payout({ memo: '42', price: '250' }));
    const outer = decode(signed.raw);
    const inner = outer.innerTransaction;
    expect(outer).toMatchObject({ feeSource: sender, fee: '500' });
    expect(inner).toMatchObject({
      source: sender,
      sequence: nextNonce(),
      fee: '250',
      timeBounds: { minTime: '0', maxTime: '0' },
    });
    expect(inner.operations).toMatchObject([{ type: 'payment', destination: depositAccount, amount: '2.0000000' }]);
    expect(inner.memo).toMatchObject({ type: 'id', value: '42' });
    expect((await payouts.sign(payout({ memo: 'rent 5' }))).raw).not.toBe(signed.raw);
  });

  test('has a text memo unless the memo is a number, and rejects a memo that is too long', async () => {
    for (const memo of ['rent 5', '007', '18446744073709551616'])
      expect(decode((await payouts.sign(payout({ memo }))).raw).innerTransaction.memo.type).toBe('text');
    await expect(payouts.sign(payout({ memo: 'é'.repeat(15) }))).rejects.toThrow('at most 28 bytes');
  });

  test('pays to a muxed address', async () => {
    const to = muxed(stranger(), '9');
    const { raw } = await payouts.sign(payout({ to }));
    expect(decode(raw).operations).toMatchObject([{ destination: to }]);
    expect(await payouts.recipientProblem(networkId, { to, currency })).toBeUndefined();
  });

  test('is the same after a crash, and is sent once', async () => {
    const to = stranger();
    const first = await payouts.sign(payout({ to }));
    const restarted = createStellarNetwork(settings, ed25519Key(payoutSeed)).payouts;
    const second = await restarted.sign(payout({ to }));
    expect(second).toEqual(first);
    for (const { raw } of [first, second]) await restarted.broadcast(networkId, raw);
    network.close();
    await payouts.broadcast(networkId, first.raw);
    network.close();
    expect(balance(to)).toBe(20_000_000n);
    expect(await statusOf(first)).toMatchObject({ confirmations: 2, isReverted: false });
  });
});

describe('the signer', () => {
  test('enforces its own limits', async () => {
    await payouts.sign(payout({ amount: 1000n * wusd, price: '1000000' }));
    await expect(payouts.sign(payout({ amount: 1000n * wusd + 10n ** 11n }))).rejects.toMatchObject({
      reason: 'payout-limit',
    });
    await expect(payouts.sign(payout({ price: '1000001' }))).rejects.toMatchObject({ reason: 'fee-limit' });
    const cancellation = { ...anyAttempt, networkId, sender, nonce: nextNonce(), price: '1000001' };
    await expect(payouts.signCancellation(cancellation)).rejects.toMatchObject({ reason: 'fee-limit' });
    await expect(payouts.sign(payout({ networkId: 1 }))).rejects.toMatchObject({ reason: 'not-configured' });
    await expect(payouts.sign(payout({ amount: 0n }))).rejects.toThrow('positive');
    await expect(payouts.sign(payout({ to: 'GABC' }))).rejects.toThrow('not a Stellar account');
    await expect(payouts.sign(payout({ nonce: '-1' }))).rejects.toThrow('not a sequence number');
    await expect(payouts.sign(payout({ price: '1e3' }))).rejects.toThrow('not a whole number');
  });

  test('signs for a retired sender whose key it has, and for no other', async () => {
    const seed = Buffer.alloc(32, 22);
    const retired = Keypair.fromRawEd25519Seed(seed).publicKey();
    await expect(payouts.sign(payout({ sender: retired }))).rejects.toMatchObject({ reason: 'key-missing' });
    const rotated = createStellarNetwork(settings, payoutKey, [ed25519Key(seed)]).payouts;
    expect(decode((await rotated.sign(payout({ sender: retired }))).raw).innerTransaction.source).toBe(retired);
    expect(await rotated.sender(networkId)).toBe(sender);
  });
});

describe('a broadcast', () => {
  test('is repeated if a node loses it', async () => {
    const signed = await payouts.sign(payout());
    faultsOf().losesSubmissions = true;
    await payouts.broadcast(networkId, signed.raw);
    network.close();
    expect(await statusOf(signed)).toBe('unknown');
    faultsOf().losesSubmissions = false;
    await payouts.broadcast(networkId, signed.raw);
    network.close();
    expect(await statusOf(signed)).toMatchObject({ confirmations: 1 });
  });

  test('may have succeeded after a timeout', async () => {
    const signed = await payouts.sign(payout());
    faultsOf().timesOut = true;
    await payouts.broadcast(networkId, signed.raw);
    network.close();
    expect(await statusOf(signed)).toMatchObject({ confirmations: 1, isReverted: false });
  });

  test('waits while another payout of the account is pending', async () => {
    const first = await payouts.sign(payout());
    const next = (BigInt(nextNonce()) + 1n).toString();
    const second = await payouts.sign(payout({ nonce: next }));
    for (const { raw } of [first, second]) await payouts.broadcast(networkId, raw);
    network.close();
    await payouts.broadcast(networkId, second.raw);
    network.close();
    expect(await payouts.statusOf({ networkId, sender, nonce: next, ...second })).toMatchObject({ confirmations: 1 });
  });

  test('replaces a pending payout for ten times its price, and not for less', async () => {
    network.setSurge(500n);
    const pending = await payouts.sign(payout());
    await payouts.broadcast(networkId, pending.raw);
    const less = await payouts.sign(payout({ price: '999' }));
    await payouts.broadcast(networkId, less.raw);
    const price = present(await payouts.increasedPrice(networkId, '100'));
    expect(price).toBe('1000');
    const replacement = await payouts.sign(payout({ price }));
    await payouts.broadcast(networkId, replacement.raw);
    network.close();
    expect(await statusOf(replacement)).toMatchObject({ confirmations: 1 });
    expect(await statusOf(pending)).toBe('displaced');
    expect(await statusOf(less)).toBe('displaced');
    expect(await payouts.increasedPrice(networkId, price)).toBeUndefined();
  });

  test('rejects a transaction that no ledger can include', async () => {
    const other = createStellarNetwork({ ...settings, passphrase: 'another network' }, payoutKey).payouts;
    const { raw } = await other.sign(payout());
    await expect(payouts.broadcast(networkId, raw)).rejects.toThrow('The node rejected the transaction: txBadAuth');
    network.arrange((accounts) => void Object.assign(present(accounts.get(sender)), { native: 0n }));
    const unpaid = await payouts.sign(payout());
    await expect(payouts.broadcast(networkId, unpaid.raw)).rejects.toThrow('txInsufficientBalance');
    network.arrange((accounts) => void Object.assign(present(accounts.get(sender)), { native: 10n ** 9n }));
  });
});

describe('an available balance or recipient', () => {
  test('excludes amounts in sell offers', async () => {
    const sell = (selling: bigint) =>
      network.arrange((accounts) => void (world.trustLine(accounts, sender).sellingLiabilities = selling));
    const total = balance(sender);
    sell(50_000_000n);
    expect(await payouts.liquidity(networkId, currency)).toBe((total - 50_000_000n) * 10n ** 11n);
    sell(0n);
    expect(await payouts.liquidity(networkId, currency)).toBe(total * 10n ** 11n);
    expect(await payouts.dailyLimit(networkId, currency)).toBe(5000n * wusd);
  });

  test('does not include XLM for the fee; without it there is no price', async () => {
    const hold = (native: bigint) =>
      network.arrange((accounts) => void Object.assign(present(accounts.get(sender)), { native }));
    network.setSurge(7000n);
    // Two base reserves, one for the trustline, and twice the fee per operation.
    hold(15_000_000n + 14_000n);
    expect(await payouts.currentPrice(networkId)).toBe('7000');
    hold(15_000_000n + 13_999n);
    await expect(payouts.currentPrice(networkId)).rejects.toMatchObject({
      name: 'PayoutRejected',
      reason: 'fee-limit',
      message: expect.stringContaining('too little XLM'),
    });
    expect(await payouts.liquidity(networkId, currency)).toBe(balance(sender) * 10n ** 11n);
    hold(10n ** 9n);
  });

  test.each([
    ['an account that does not exist', () => keypair('nobody').publicKey(), 'account-missing'],
    ['the issuer, which has no trustline', () => issuer.publicKey(), 'trustline-missing'],
    ['an account without a trustline', () => stranger((account) => account.lines.clear()), 'trustline-missing'],
    [
      'an unauthorized trustline',
      () => stranger((account) => void (present(account.lines.get(asset.toString())).isAuthorized = false)),
      'trustline-missing',
    ],
    [
      'a full trustline',
      () => stranger((account) => void (present(account.lines.get(asset.toString())).limit = 0n)),
      'trustline-missing',
    ],
    [
      'an account that needs a memo',
      () => stranger((account) => void account.data.set('config.memo_required', '1')),
      'memo-required',
    ],
    [
      'a muxed account, which has its memo',
      () =>
        muxed(
          stranger((account) => void account.data.set('config.memo_required', '1')),
          '1',
        ),
      undefined,
    ],
    ['a contract', () => `C${'A'.repeat(55)}`, 'not-an-owner'],
  ])('excludes %s', async (_, recipient, problem) => {
    const to = recipient();
    expect(await payouts.recipientProblem(networkId, { to, currency })).toBe(problem);
    if (problem === 'memo-required')
      expect(await payouts.recipientProblem(networkId, { to, memo: '5', currency })).toBeUndefined();
  });

  test('has a price that 90% of transactions pay, between the minimum and the limit', async () => {
    expect(await payouts.currentPrice(networkId)).toBe('100');
    network.setSurge(7000n);
    expect(await payouts.currentPrice(networkId)).toBe('7000');
    network.setSurge(10n ** 9n);
    expect(await payouts.currentPrice(networkId)).toBe('1000000');
    expect(await payouts.increasedPrice(networkId, '1000000')).toBeUndefined();
  });
});
