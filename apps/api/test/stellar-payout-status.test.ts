import { TransactionBuilder } from '@stellar/stellar-sdk/base';
import { afterEach, describe, expect, test } from 'vitest';
import { maySignAnew } from '@wusd/payouts/payout-port';
import { present } from '@wusd/server-kit/testing/present';
import { startStellarPayouts } from '@wusd/payouts/testing/stellar-payouts';
import { customer, depositAccount, networkId, passphrase, startStellar } from '@wusd/payouts/testing/stellar-world';
import { anyAttempt } from '@wusd/payouts/testing/any-attempt';

const world = await startStellarPayouts();
const { network, faultsOf, stranger, payouts, sender, payout, nextNonce, statusOf, decode, balance } = world;
const wusd = 10n ** 18n;

afterEach(() => {
  faultsOf().hidden.clear();
  network.close();
});

describe('the status of a payout', () => {
  test('is reverted if its payment failed, which uses its sequence number', async () => {
    const to = stranger();
    const before = balance(sender);
    const signed = await payouts.sign(payout({ to }));
    network.arrange((accounts) => void (world.trustLine(accounts, to).isAuthorized = false));
    await payouts.broadcast(networkId, signed.raw);
    network.close();
    expect(await statusOf(signed)).toMatchObject({
      confirmations: 1,
      isReverted: true,
      block: network.latest().sequence,
    });
    expect(balance(sender)).toBe(before);
    expect(await payouts.nonces(networkId)).toEqual({ from: BigInt(nextNonce()) + 1n });
  });

  test('is the same if another account pays for its inner transaction', async () => {
    const to = stranger();
    const signed = await payouts.sign(payout({ to }));
    const { innerTransaction } = decode(signed.raw);
    const foreign = TransactionBuilder.buildFeeBumpTransaction(
      customer.publicKey(),
      '5000',
      innerTransaction,
      passphrase,
    );
    foreign.sign(customer);
    expect(network.submit(foreign.toXdr())).toEqual({ status: 'PENDING' });
    network.close();
    expect(balance(to)).toBe(20_000_000n);
    const status = await statusOf(signed);
    expect(status).toMatchObject({ confirmations: 1, isReverted: false });
    expect(maySignAnew([status])).toBe(false);
  });

  test('is unknown, not displaced, if the history of a node lacks the transaction', async () => {
    const signed = await payouts.sign(payout());
    await payouts.broadcast(networkId, signed.raw);
    network.close(10);
    faultsOf().hidden.add(signed.hash);
    expect(await statusOf(signed)).toBe('unknown');
  });

  test('is unknown, not displaced, if a node lists the payout but does not find it', async () => {
    const signed = await payouts.sign(payout());
    await payouts.broadcast(networkId, signed.raw);
    network.close();
    faultsOf().notFound.add(signed.hash);
    expect(await statusOf(signed)).toBe('unknown');
    faultsOf().notFound.clear();
  });

  test('is unknown if the sequence number was skipped, since no transaction proves its use', async () => {
    const signed = await payouts.sign(payout());
    network.arrange((accounts) => void (present(accounts.get(sender)).sequence += 5n));
    expect(await statusOf(signed)).toBe('unknown');
  });

  test('is found among later transactions of the account', async () => {
    const price = '100';
    const first = await payouts.sign(payout());
    const cancellation = await payouts.signCancellation({
      ...anyAttempt,
      networkId,
      sender,
      nonce: nextNonce(),
      price,
    });
    await payouts.broadcast(networkId, cancellation.raw);
    network.close();
    expect(decode(cancellation.raw).operations).toEqual([{ type: 'bumpSequence', bumpTo: '0' }]);
    for (let later = 1n; later <= 3n; later += 1n) {
      const { raw } = await payouts.sign(payout({ nonce: (BigInt(nextNonce()) + later).toString() }));
      await payouts.broadcast(networkId, raw);
      network.close();
    }
    expect(await statusOf(first)).toBe('displaced');
    expect(await statusOf(cancellation)).toMatchObject({ isReverted: false });
  });

  test('needs the transaction that was signed', async () => {
    const signed = await payouts.sign(payout());
    const other = await payouts.sign(payout({ amount: wusd }));
    const sent = { networkId, sender, nonce: nextNonce(), ...signed };
    for (const change of [{ raw: other.raw }, { nonce: '1' }, { sender: depositAccount }])
      await expect(payouts.statusOf({ ...sent, ...change })).rejects.toThrow('not the one that was signed');
  });
});

describe('the status at two nodes', async () => {
  const two = await startStellar(2);
  const port = two.adapter.payouts;
  const next = async (): Promise<string> => {
    const offer = await port.nonces(networkId);
    return 'from' in offer ? offer.from.toString() : '';
  };
  const reset = (): void => {
    for (const index of [0, 1]) Object.assign(two.faultsOf(index), { lag: 0, isDown: false, hidden: new Set() });
  };
  afterEach(reset);

  test('has no confirmations until both know the transaction, nor while one is down', async () => {
    const sent = { ...anyAttempt, networkId, sender, nonce: await next() };
    const signed = await port.sign(payout(sent));
    await port.broadcast(networkId, signed.raw);
    two.network.close(2);
    two.faultsOf(1).lag = 2;
    expect(await port.statusOf({ ...sent, ...signed })).toEqual({ confirmations: 0, isReverted: false });
    two.faultsOf(1).lag = 1;
    expect(await port.statusOf({ ...sent, ...signed })).toMatchObject({ confirmations: 1 });
    two.faultsOf(1).isDown = true;
    expect(await port.statusOf({ ...sent, ...signed })).toEqual({ confirmations: 0, isReverted: false });
    reset();
    expect(await port.statusOf({ ...sent, ...signed })).toMatchObject({ confirmations: 2 });
  });

  test('is reverted only if both agree', async () => {
    const to = two.stranger();
    const sent = { ...anyAttempt, networkId, sender, nonce: await next() };
    const signed = await port.sign(payout({ ...sent, to }));
    two.network.arrange((accounts) => void (two.trustLine(accounts, to).isAuthorized = false));
    await port.broadcast(networkId, signed.raw);
    two.network.close();
    for (const fault of [{ lag: 1 }, { isDown: true }, { hidden: new Set([signed.hash]) }]) {
      Object.assign(two.faultsOf(1), fault);
      expect(await port.statusOf({ ...sent, ...signed })).toEqual({ confirmations: 0, isReverted: false });
      reset();
    }
    expect(await port.statusOf({ ...sent, ...signed })).toMatchObject({ confirmations: 1, isReverted: true });
  });

  test('is displaced only if both agree', async () => {
    const sent = { ...anyAttempt, networkId, sender, nonce: await next() };
    const signed = await port.sign(payout(sent));
    const cancellation = await port.signCancellation({ ...sent, price: '100' });
    await port.broadcast(networkId, cancellation.raw);
    two.network.close();
    for (const fault of [{ lag: 1 }, { isDown: true }, { hidden: new Set([cancellation.hash]) }]) {
      Object.assign(two.faultsOf(1), fault);
      expect(await port.statusOf({ ...sent, ...signed })).toBe('unknown');
      reset();
    }
    expect(await port.statusOf({ ...sent, ...signed })).toBe('displaced');
  });

  test('takes the next nonce from the node that is ahead', async () => {
    const nonce = await next();
    const { raw } = await port.sign(payout({ nonce }));
    await port.broadcast(networkId, raw);
    two.network.close();
    two.faultsOf(0).lag = 1;
    expect(await next()).toBe((BigInt(nonce) + 1n).toString());
  });
});
