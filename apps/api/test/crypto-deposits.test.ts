import { isAddress } from 'viem/utils';
import { Network } from '@wusd/api-sdk/domain';
import type { CryptoTransaction, WalletClient } from '@wusd/api-sdk';
import { subtract, toMinor } from '@wusd/api-sdk/money';
import { bcp47, languages } from '@wusd/i18n';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transact } from '../src/platform/database/database.ts';
import { parseAddress } from '../src/domains/destinations/blockchain-addresses/address-formats.ts';
import { searchClaims } from '../src/domains/transfers/crypto/claim-search.ts';
import { advanceDeposits } from '../src/domains/transfers/crypto/deposits.ts';
import { scanChains } from '../src/domains/transfers/crypto/scan.ts';
import { cryptoDepositStates } from '../src/domains/transfers/crypto/deposit-states.ts';
import { findCustomerByEmail } from '../src/commands/customers.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { deskAccount, customerAccount, post } from '../src/ledger/ledger.ts';
import {
  bearer,
  clientOf,
  delivered,
  eventually,
  mei,
  signIn,
  startTwoNodes,
  type Tokens,
} from '../testing/harness.ts';
import { operatorOf } from '../testing/operator.ts';
import { present } from '../testing/present.ts';

// What comes over a chain: seen once, credited once it is confirmed, and looked at by a person where something is wrong.

const { node, other } = await startTwoNodes({ sandboxPace: 'manual' });
let tokens: Tokens;
let api: WalletClient;
let somchai: WalletClient;
beforeAll(async () => {
  tokens = await signIn(node);
  api = clientOf(node, tokens);
  somchai = clientOf(node, await signIn(node, { ...mei, username: 'somchai@demo.example' }));
  await operator('verify', 'somchai@demo.example');
  await eventually(async () => ((await balance('USDC')) === '2150.004219000000000000' ? true : undefined));
});
beforeEach(() => node.server.services.db.deleteFrom('throttle').execute());
afterEach(async () => expect(await reconcile(node.server.services)).toEqual([]));

async function balance(currency: string, by = api): Promise<string | undefined> {
  return (await by.walletAccounts.list()).find((wallet) => wallet.currency === currency)?.available;
}
interface Sent {
  networkId?: 3 | 6 | 12;
  amount?: string;
  outcome?: 'high-risk' | 'missing-memo';
  subjectId?: string;
}
/** A transfer to a customer, read by a node but not yet confirmed. */
async function send({
  networkId = 3,
  amount = '250.00',
  outcome,
  subjectId = mei.username,
}: Sent = {}): Promise<string> {
  const { reference } = await node.api.sandbox.createEvent({
    type: 'chain-transfer',
    subjectId,
    networkId,
    money: { currency: 'WUSD', amount },
    ...(outcome && { outcome }),
  });
  await scanChains(node.server.services);
  return reference;
}
async function findByHash(hash: string): Promise<CryptoTransaction | undefined> {
  const { items } = await api.cryptoTransactions.search({ filter: { text: hash } });
  return items[0];
}
const byHash = async (hash: string): Promise<CryptoTransaction> => present(await findByHash(hash));
async function confirm({ id }: CryptoTransaction): Promise<CryptoTransaction> {
  await node.api.sandbox.createEvent({ type: 'confirmations', subjectId: id });
  await Promise.all([node, other].map(({ server }) => advanceDeposits(server.services)));
  return api.cryptoTransactions.get(id);
}
/** Its block is gone from the chain, and every node has seen it. */
async function takenBack({ id }: CryptoTransaction): Promise<CryptoTransaction> {
  await node.api.sandbox.createEvent({ type: 'reorganisation', subjectId: id });
  await Promise.all([node, other].map(({ server }) => advanceDeposits(server.services)));
  return api.cryptoTransactions.get(id);
}
/** The same transaction in a later block. */
async function comesAgain(hash: string): Promise<void> {
  const { db } = node.server.services;
  const { position: _, ...row } = await db
    .selectFrom('sandbox_transfer')
    .selectAll()
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('sandbox_transfer')
    .values({ ...row, is_gone: false, confirmations: null })
    .execute();
}
const operator = operatorOf(node.server.services);

describe('a deposit address', () => {
  test.each(Object.entries(Network))('on %s is a real one, and stays the same', async (_, networkId) => {
    const [first, second] = await Promise.all([
      api.walletAccounts.getDepositAddress({ currency: 'WUSD', networkId }),
      api.walletAccounts.getDepositAddress({ currency: 'WUSD', networkId }),
    ]);
    expect(second).toEqual(first);
    expect(parseAddress(networkId, first.address)).toBe(first.address);
    expect(first.confirmationsNeeded).toBeGreaterThan(0);
    const theirs = await somchai.walletAccounts.getDepositAddress({ currency: 'WUSD', networkId });
    expect([theirs.address, theirs.memo]).not.toEqual([first.address, first.memo]);
  });

  test('is one on all networks that work as Ethereum does, and with a memo where customers share it', async () => {
    const of = (networkId: 3 | 8 | 12) => api.walletAccounts.getDepositAddress({ currency: 'WUSD', networkId });
    expect((await of(3)).address).toBe((await of(8)).address);
    expect(isAddress((await of(3)).address)).toBe(true);
    expect((await of(12)).memo).toMatch(/^\d{8}$/);
    expect((await of(12)).address).toBe(
      (await somchai.walletAccounts.getDepositAddress({ currency: 'WUSD', networkId: 12 })).address,
    );
  });

  test('is not given to who is not known', async () => {
    await operator('recheck-identity', 'somchai@demo.example');
    await expect(somchai.walletAccounts.getDepositAddress({ currency: 'WUSD', networkId: 3 })).rejects.toMatchObject({
      errorName: 'IDENTITY_NOT_VERIFIED',
    });
    await operator('verify', 'somchai@demo.example');
  });

  test('is not given for a currency that does not move there', async () => {
    await expect(
      api.walletAccounts.getDepositAddress({ currency: 'USDT', networkId: Network.Stellar }),
    ).rejects.toMatchObject({
      errorName: 'PAIR_NOT_OFFERED',
    });
  });
});

describe('a deposit', () => {
  test('is seen, counts its confirmations, and is credited once, whoever looks', async () => {
    const before = (await balance('WUSD')) ?? '';
    const hash = await send();
    await scanChains(other.server.services);
    const seen = await byHash(hash);
    expect(seen).toMatchObject({
      direction: 'deposit',
      status: 'processing',
      transactionHash: hash,
      explorerUrl: `https://etherscan.io/tx/${hash}`,
      risk: 'low',
    });
    expect(await balance('WUSD')).toBe(before);
    await advanceDeposits(node.server.services);
    expect((await byHash(hash)).confirmations).toEqual({ seen: 1, needed: 12 });
    const done = await confirm(seen);
    expect(done).toMatchObject({ status: 'completed', confirmations: { seen: 12, needed: 12 }, nextMoves: [] });
    expect(subtract((await balance('WUSD')) ?? '', before)).toBe('250.000000000000000000');
    await delivered(node);
    const { messages } = await node.api.sandbox.mailbox(mei.username);
    expect(messages.find(({ subject }) => subject === 'Your deposit has arrived')?.text).toContain(done.id);
  });

  test('whose block is taken back before it counts comes to nothing', async () => {
    const before = await balance('WUSD');
    const seen = await byHash(await send());
    await node.api.sandbox.createEvent({ type: 'reorganisation', subjectId: seen.id });
    await advanceDeposits(node.server.services);
    const failed = await api.cryptoTransactions.get(seen.id);
    expect(failed.status).toBe('failed');
    expect(failed.timeline.at(-1)?.reason).toContain('took the transfer’s block back');
    expect(await balance('WUSD')).toBe(before);
  });

  test('that comes again in another block is a deposit of its own, found by its hash and credited once', async () => {
    const before = (await balance('WUSD')) ?? '';
    const hash = await send();
    const gone = await takenBack(await byHash(hash));
    await comesAgain(hash);
    const [located] = await Promise.all([
      api.cryptoTransactions.verifyDeposit({ mainNet: 3, txnHash: hash }),
      scanChains(other.server.services),
    ]);
    expect(located.id).not.toBe(gone.id);
    expect(await confirm(located)).toMatchObject({ transactionHash: hash });
    const again = await api.cryptoTransactions.get(located.id);
    if (again.status === 'to be confirmed') await operator('approve', again.id);
    expect((await api.cryptoTransactions.get(gone.id)).status).toBe('failed');
    expect(subtract((await balance('WUSD')) ?? '', before)).toBe('250.000000000000000000');
  });

  test('whose block is taken back after it was credited is taken from the balance again', async () => {
    const before = await balance('WUSD');
    const done = await confirm(await byHash(await send()));
    expect(done).toMatchObject({ status: 'completed', nextMoves: [] });
    const failed = await takenBack(done);
    expect(failed).toMatchObject({ status: 'failed' });
    expect(failed.timeline.at(-1)?.reason).toContain('after it was credited');
    expect(await balance('WUSD')).toBe(before);
    await delivered(node);
    const { messages } = await node.api.sandbox.mailbox(mei.username);
    const mail = messages.find(({ subject }) => subject === 'Your deposit was taken back by its network');
    expect(mail?.text).toContain(done.id);
    expect(mail?.text).not.toContain('frozen');
  });

  test.each(['waits for a person', 'was refused'])(
    'whose block is taken back while it %s is in nobody’s books',
    async (when) => {
      const before = await balance('WUSD');
      const held = await confirm(await byHash(await send({ outcome: 'high-risk' })));
      if (when === 'was refused') await operator('reject', held.id, '--reason', 'source-of-funds');
      expect((await takenBack(held)).status).toBe('failed');
      expect(await balance('WUSD')).toBe(before);
      const suspense = await node.server.services.db
        .selectFrom('account')
        .select('posted')
        .where('owner', '=', 'suspense:network-3')
        .where('asset', '=', 'WUSD')
        .executeTakeFirstOrThrow();
      const kept = await api.cryptoTransactions.search({ filter: { status: 'rejected' }, size: 100 });
      const refused = kept.items.reduce((sum, { receive }) => sum + toMinor(receive.amount, 18), 0n);
      expect(suspense.posted).toBe(refused.toString());
    },
  );

  test('that was spent before its block was taken back is owed, and closes the account', async () => {
    const { db, clock, vault } = node.server.services;
    const theirs = { subjectId: 'somchai@demo.example' };
    const hash = await send(theirs);
    const find = async () => (await somchai.cryptoTransactions.search({ filter: { text: hash } })).items[0];
    const { id = '' } = (await find()) ?? {};
    await node.api.sandbox.createEvent({ type: 'confirmations', subjectId: id });
    await advanceDeposits(node.server.services);
    const spender = await findCustomerByEmail(db, vault, theirs.subjectId);
    await transact(db, async (trx) =>
      post(trx, {
        id: 'spent',
        kind: 'test',
        entityId: 'spent',
        eventTime: clock.now(),
        legs: [
          { account: await customerAccount(trx, clock, spender?.id ?? '', 'WUSD'), amount: toMinor('200', 18) },
          { account: await deskAccount(trx, clock, 'WUSD'), amount: -toMinor('200', 18) },
        ],
      }),
    );
    await node.api.sandbox.createEvent({ type: 'reorganisation', subjectId: id });
    await Promise.all([node, other].map(({ server }) => advanceDeposits(server.services)));
    const accounts = await db
      .selectFrom('account')
      .select(['kind', 'posted'])
      .where('asset', '=', 'WUSD')
      .where('owner', '=', spender?.id ?? '')
      .execute();
    expect(Object.fromEntries(accounts.map(({ kind, posted }) => [kind, posted]))).toEqual({
      cust: '0',
      shortfall: toMinor('200', 18).toString(),
    });
    expect((await findCustomerByEmail(db, vault, theirs.subjectId))?.status).toBe('frozen');
    await delivered(node);
    const { messages } = await node.api.sandbox.mailbox(theirs.subjectId);
    expect(messages.some(({ text }) => text.includes('200.00 WUSD'))).toBe(true);
    await operator('unfreeze', theirs.subjectId);
    somchai = clientOf(node, await signIn(node, { ...mei, username: theirs.subjectId }));
  });

  test.each([
    ['from whom is risky', { outcome: 'high-risk' }, 'high-risk'],
    ['of less than the minimum', { amount: '9.99' }, 'below-minimum'],
  ] as const)('%s waits for a person, who credits it', async (_, sent, reasonCode) => {
    const before = (await balance('WUSD')) ?? '';
    const held = await confirm(await byHash(await send(sent)));
    expect(held).toMatchObject({
      status: 'to be confirmed',
      hold: { reasonCode, who: 'Operations' },
      nextMoves: [
        { to: 'completed', who: 'Operations' },
        { to: 'rejected', who: 'Operations' },
      ],
    });
    expect(held.risk).toBe(reasonCode === 'high-risk' ? 'high' : 'low');
    expect(await balance('WUSD')).toBe(before);
    expect(await operator('deposits')).toContain(held.id);
    expect(await operator('approve', held.id)).toBe(`${held.id}: completed`);
    await expect(operator('approve', held.id)).rejects.toMatchObject({ errorName: 'MOVE_NOT_ALLOWED' });
    expect(subtract((await balance('WUSD')) ?? '', before)).toBe(held.receive.amount);
  });

  test('that a person refuses is not credited, and says why', async () => {
    const before = await balance('WUSD');
    const held = await confirm(await byHash(await send({ outcome: 'high-risk' })));
    await operator('reject', held.id, '--reason', 'source-of-funds');
    const refused = await api.cryptoTransactions.get(held.id);
    expect(refused).toMatchObject({ status: 'rejected', operator: 'Operations' });
    expect(refused.timeline.at(-1)?.reason).toContain('could not accept where it came from');
    expect(await balance('WUSD')).toBe(before);
  });
});

describe('a deposit that did not show', () => {
  test('for want of a memo is claimed by its hash, once however often it is asked for', async () => {
    const before = (await balance('WUSD')) ?? '';
    const hash = await send({ networkId: 12, outcome: 'missing-memo' });
    expect(await findByHash(hash)).toBeUndefined();
    const racing = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        clientOf(index % 2 === 0 ? node : other, tokens).cryptoTransactions.verifyDeposit({
          mainNet: 12,
          txnHash: hash,
        }),
      ),
    );
    expect(new Set(racing.map(({ id }) => id)).size).toBe(1);
    const held = present(racing[0]);
    expect(held).toMatchObject({ status: 'to be confirmed', hold: { reasonCode: 'missing-memo' } });
    await operator('approve', held.id);
    expect(subtract((await balance('WUSD')) ?? '', before)).toBe('250.000000000000000000');
  });

  test('is looked for where nothing is known of it, and a malformed hash is told so', async () => {
    const hash = `0x${'00'.repeat(32)}`;
    expect(await api.cryptoTransactions.verifyDeposit({ mainNet: 3, txnHash: hash })).toMatchObject({
      status: 'processing',
      undisclosed: true,
      hold: { reasonCode: 'searching' },
    });
    for (const txnHash of ['0x12', hash.slice(2), `${hash}0`])
      await expect(api.cryptoTransactions.verifyDeposit({ mainNet: 3, txnHash })).rejects.toMatchObject({
        errorName: 'INVALID_REQUEST',
        details: { field: '/query/txnHash', reasonCode: 'not-a-hash' },
      });
  });

  test('and was sent to another customer is looked for like any other, and told nothing of', async () => {
    const hash = await send({ subjectId: 'somchai@demo.example' });
    const filed = await api.cryptoTransactions.verifyDeposit({ mainNet: 3, txnHash: hash });
    await searchClaims(node.server.services);
    expect(await api.cryptoTransactions.get(filed.id)).toMatchObject({ status: 'processing', undisclosed: true });
  });
});

describe('what came', () => {
  test('is found by what it is, in keyset pages', async () => {
    const all: string[] = [];
    for await (const each of api.cryptoTransactions.search({ size: 2 })) all.push(each.id);
    expect(all.length).toBeGreaterThan(5);
    expect(all).toEqual(all.toSorted().toReversed());
    const { items } = await api.cryptoTransactions.search({ filter: { status: 'rejected', networkId: 3 } });
    expect(items.map(({ status }) => status)).toEqual(['rejected']);
    expect((await api.cryptoTransactions.search({ filter: { direction: 'withdrawal' } })).items).toEqual([]);
    expect((await api.cryptoTransactions.search({ filter: { text: '%' } })).items).toEqual([]);
  });

  test.each(languages.map(bcp47))('has a receipt in %s', async (language) => {
    const { items } = await api.cryptoTransactions.search({ filter: { status: 'completed' }, size: 1 });
    const answer = await fetch(`${node.baseUrl}/crypto-transaction/receipt/${items[0]?.id}`, {
      headers: { ...bearer(tokens).headers, 'accept-language': language },
    });
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 8)
        .toString(),
    ).toBe('%PDF-1.7');
  });

  test('and was not credited has none', async () => {
    const { items } = await api.cryptoTransactions.search({ filter: { status: 'rejected' }, size: 1 });
    expect(await api.cryptoTransactions.receipt(items[0]?.id ?? '').safe()).toMatchObject({
      error: { errorName: 'NOT_FOUND' },
    });
  });
});

test('every move that a deposit can make was made', async () => {
  const rows = await node.server.services.db
    .selectFrom('state_log')
    .select(['from_status', 'to_status'])
    .where('entity_id', 'like', 'deposit:%')
    .execute();
  const made = new Set(rows.map(({ from_status: from, to_status: to }) => `${from} -> ${to}`));
  const possible = Object.entries(cryptoDepositStates.moves).flatMap(([from, moves]) =>
    moves.map(({ to }) => `${from} -> ${to}`),
  );
  expect(possible.filter((each) => !made.has(each))).toEqual([]);
});
