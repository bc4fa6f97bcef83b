import { randomBytes } from 'node:crypto';
import type { CryptoTransaction, WalletClient } from '@wusd/api-sdk';
import { Network } from '@wusd/api-sdk/domain';
import { subtract, toMinor } from '@wusd/api-sdk/money';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { searchClaims } from '../src/domains/transfers/crypto/claim-search.ts';
import { scanChains } from '../src/domains/transfers/crypto/scan.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { simulatedAddress, simulatedHash } from '../src/sandbox/chain.ts';
import { advance, clientOf, delivered, eventually, mei, signIn, startTwoNodes } from '../testing/harness.ts';
import { operatorOf } from '../testing/operator.ts';

// Transfers to a shared address without a memo. Any number of customers can claim one with evidence, and an operator
// decides.

const { node, other } = await startTwoNodes({ sandboxPace: 'manual' });
const { services } = node.server;
const networkId = Network.Stellar;
const somchaiEmail = 'somchai@demo.example';
let shared: string;
let own: string;
let owner: WalletClient;
let stranger: WalletClient;
beforeAll(async () => {
  await operator('verify', somchaiEmail);
  await signInBoth();
  ({ address: own } = await owner.walletAccounts.getDepositAddress({ currency: 'USDC', networkId: Network.Ethereum }));
  for (const each of [owner, stranger])
    ({ address: shared } = await each.walletAccounts.getDepositAddress({ currency: 'USDC', networkId }));
  await eventually(async () => ((await usdc()) === '2150.004219000000000000' ? true : undefined));
});
beforeEach(() => services.db.deleteFrom('throttle').execute());
afterEach(async () => expect(await reconcile(services)).toEqual([]));

async function signInBoth(): Promise<void> {
  owner = clientOf(node, await signIn(node));
  stranger = clientOf(other, await signIn(other, { ...mei, username: somchaiEmail }));
}
const operator = operatorOf(services);
async function usdc(): Promise<string> {
  return (await owner.walletAccounts.list()).find(({ currency }) => currency === 'USDC')?.available ?? '';
}
const sender = simulatedAddress(networkId, 77n);
/** A transfer that is on its chain and that no node has read yet. */
async function send(to: string, amount: string, on: number = networkId, hash = randomHash(on)): Promise<string> {
  await services.db
    .insertInto('sandbox_transfer')
    .values({
      network_id: on,
      hash,
      log_index: 0,
      address: to,
      memo: null,
      currency: 'USDC',
      sender,
      amount: toMinor(amount, 18).toString(),
      at: services.clock.now(),
      confirmations: 1,
    })
    .execute();
  return hash;
}
/** A random hash in the network's format. */
const randomHash = (on: number = networkId): string => simulatedHash(on, randomBytes(32));
/** A transfer of USDC to the shared address without a memo. */
async function receive(amount = '77.125', hash = randomHash()): Promise<string> {
  await send(shared, amount, networkId, hash);
  await scanChains(services);
  return hash;
}
const claim = (by: WalletClient, txnHash: string, senderAddress?: string): Promise<CryptoTransaction> =>
  by.cryptoTransactions.verifyDeposit({ mainNet: networkId, txnHash, ...(senderAddress && { senderAddress }) });

const everything = async (by: WalletClient, hash: string): Promise<string> =>
  JSON.stringify([
    (await by.cryptoTransactions.search({ filter: { text: hash } })).items,
    (await by.history.search({ filter: { text: hash } })).items,
    (await by.cryptoTransactions.search({ filter: { currency: 'USDC', networkId } })).items,
    await by.walletAccounts.list(),
  ]);
const mailsOf = async (email: string, id: string) => {
  await delivered(node);
  const { messages } = await node.api.sandbox.mailbox(email);
  return messages.filter(({ text }) => text.includes(id));
};
async function later(seconds: number): Promise<void> {
  await advance(seconds, node, other);
  await signInBoth();
}

describe('a transfer that names no customer', () => {
  test('is not locked by the first claim of its public hash: several claims can wait', async () => {
    const hash = await receive();
    const first = await claim(stranger, hash);
    const second = await claim(owner, hash);
    expect([first.status, second.status]).toEqual(['to be confirmed', 'to be confirmed']);
    expect((await claim(owner, hash)).id).toBe(second.id);
  });

  test('keeps its amount, currency and sender from a claimant until a person decides (control 40)', async () => {
    const before = await usdc();
    const hash = await receive('91.375');
    const held = await claim(owner, hash);
    expect(held).toMatchObject({ undisclosed: true, receive: { currency: 'WUSD', amount: '0.000000000000000000' } });
    const csv = await (await owner.history.export({ format: 'CSV' })).blob.text();
    const mails = await mailsOf(mei.username, held.id);
    expect(mails.map(({ subject }) => subject)).toEqual(['We found your transaction']);
    for (const told of [JSON.stringify(held), await everything(owner, hash), csv, JSON.stringify(mails)])
      expect(told).not.toMatch(/91[.,]375/);
    expect(csv).toContain(hash);
    expect((await owner.cryptoTransactions.search({ filter: { currency: 'USDC', text: hash } })).items).toEqual([]);
    const [entry] = (await owner.history.search({ filter: { text: hash } })).items;
    expect(entry).toMatchObject({ id: held.id, undisclosed: true });
    expect(entry).not.toHaveProperty('counterparty');
    for (const text of ['91.375', '0.00']) {
      const { items } = await owner.history.search({ filter: { text, asset: 'crypto', isHeld: true } });
      expect(
        items.map(({ id }) => id),
        text,
      ).not.toContain(held.id);
    }
    expect(await owner.cryptoTransactions.receipt(held.id).safe()).toMatchObject({ ok: false });
    await operator('approve', held.id);
    const given = await owner.cryptoTransactions.get(held.id);
    expect(given).toMatchObject({ status: 'completed', receive: { currency: 'USDC' } });
    expect(given).not.toHaveProperty('undisclosed');
    expect(subtract(await usdc(), before)).toBe('91.375000000000000000');
  });

  test('is credited once to the customer whose claim is approved, and the other claims are rejected', async () => {
    const before = await usdc();
    const hash = await receive('12.5');
    const theirs = await claim(stranger, hash, 'GSOMEBODYELSE');
    const ours = await claim(owner, hash, sender);
    const listed = await operator('claims');
    expect(listed).toContain(`names the sender ${sender}; 2 open, 0 refused; low risk`);
    expect(listed).toContain(`names GSOMEBODYELSE, sent from ${sender}; 2 open`);
    expect(listed).toContain(somchaiEmail);
    expect(listed).toContain('12.50 USDC');
    const decisions = await Promise.allSettled([operator('approve', ours.id), operator('approve', ours.id)]);
    expect(decisions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await stranger.cryptoTransactions.get(theirs.id)).toMatchObject({ status: 'rejected', undisclosed: true });
    // One mail for the start of the claim and one for its rejection.
    expect(await mailsOf(somchaiEmail, theirs.id)).toHaveLength(2);
    await expect(operator('approve', theirs.id)).rejects.toMatchObject({ errorName: 'MOVE_NOT_ALLOWED' });
    expect(subtract(await usdc(), before)).toBe('12.500000000000000000');
    // The transfer can no longer be claimed. A new claim is searched for like an unknown hash.
    expect((await claim(stranger, hash, 'GANOTHER')).status).toBe('processing');
  });

  test('goes to one customer when two operators approve two claims at once', async () => {
    const hash = await receive('3.25');
    const claims = [await claim(stranger, hash), await claim(owner, hash)];
    const decisions = await Promise.allSettled(claims.map(({ id }) => operator('approve', id)));
    expect(decisions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await searchClaims(services);
    const clients = [stranger, owner];
    const statuses = await Promise.all(
      claims.map(async ({ id }, index) => (await clients[index]?.cryptoTransactions.get(id))?.status),
    );
    expect(statuses.toSorted()).toEqual(['completed', 'rejected']);
  });

  test('can be claimed again after a rejection, up to three times per customer with new evidence', async () => {
    const hash = await receive();
    const refused = await claim(stranger, hash);
    await operator('reject', refused.id, '--reason', 'not-yours');
    expect((await claim(owner, hash)).status).toBe('to be confirmed');
    await expect(claim(stranger, hash)).rejects.toMatchObject({
      errorName: 'DEPOSIT_CLAIM_CLOSED',
      details: { reasonCode: 'evidence-needed' },
    });
    for (const evidence of ['GFIRST', 'GSECOND'])
      await operator('reject', (await claim(stranger, hash, evidence)).id, '--reason', 'not-yours');
    await expect(claim(stranger, hash, 'gsecond')).rejects.toMatchObject({ errorName: 'DEPOSIT_CLAIM_CLOSED' });
    await expect(claim(stranger, hash, 'GTHIRD')).rejects.toMatchObject({ details: { reasonCode: 'limit-reached' } });
  });
});

describe('an unknown hash', () => {
  test('is filed and becomes a claim when its transfer is found', async () => {
    const hash = randomHash();
    const { id, status, hold } = await claim(owner, hash);
    expect({ status, hold }).toMatchObject({ status: 'processing', hold: { reasonCode: 'searching' } });
    await receive('8.5', hash);
    await searchClaims(services);
    expect(await owner.cryptoTransactions.get(id)).toMatchObject({ status: 'to be confirmed', undisclosed: true });
    expect((await mailsOf(mei.username, id)).map(({ subject }) => subject)).toEqual(['We found your transaction']);
  });

  test('of a transfer to the customer’s own address becomes that deposit', async () => {
    const hash = randomHash(Network.Ethereum);
    const filed = await owner.cryptoTransactions.verifyDeposit({ mainNet: Network.Ethereum, txnHash: hash });
    await send(own, '21', Network.Ethereum, hash);
    await scanChains(services);
    expect(await owner.cryptoTransactions.get(filed.id)).toMatchObject({
      receive: { amount: '21.000000000000000000' },
    });
    expect((await owner.cryptoTransactions.search({ filter: { text: hash } })).items).toHaveLength(1);
  });

  test('that is not found in one working day is rejected, and the customer is notified', async () => {
    const hash = randomHash();
    const { id, hold } = await claim(owner, hash);
    const left = new Date(hold?.until ?? 0).getTime() - services.clock.now().getTime();
    const seconds = Math.ceil(left / 1000);
    expect(seconds).toBeGreaterThan(23 * 3600);
    await later(seconds - 60);
    await searchClaims(services);
    expect((await owner.cryptoTransactions.get(id)).status).toBe('processing');
    await later(61);
    // The network's job on either node rejects it.
    const ended = await eventually(async () => {
      const deposit = await owner.cryptoTransactions.get(id);
      return deposit.status === 'processing' ? undefined : deposit;
    });
    expect(ended.status).toBe('failed');
    expect(ended.timeline.at(-1)?.reason).toContain("didn't find this transaction");
    expect((await mailsOf(mei.username, id)).map(({ subject }) => subject)).toEqual([
      'Your request to locate a deposit has ended',
    ]);
    expect((await claim(owner, hash)).id).not.toBe(id);
  });

  test('is accepted ten times a day for each customer', async () => {
    for (let filed = 0; filed < 10; filed += 1) await claim(stranger, randomHash());
    await expect(claim(stranger, randomHash())).rejects.toMatchObject({ errorName: 'TOO_MANY_REQUESTS' });
    expect((await claim(owner, randomHash())).status).toBe('processing');
  });
});
