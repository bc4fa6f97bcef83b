import type { CryptoTransaction, WalletClient } from '@wusd/api-sdk';
import { subtract, toMinor } from '@wusd/api-sdk/money';
import { bcp47, languages } from '@wusd/i18n';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transact } from '../src/platform/database/database.ts';
import { advanceDeposits } from '../src/domains/transfers/crypto/deposits.ts';
import { scanChains } from '../src/domains/transfers/crypto/scan.ts';
import { cryptoDepositStates } from '../src/domains/transfers/crypto/deposit-states.ts';
import { findCustomerByEmail } from '../src/commands/customers.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { deskAccount, customerAccount, post } from '../src/ledger/ledger.ts';
import {
  availableOf,
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
import { present } from '@wusd/server-kit/testing/present';
import { type SentDeposit, sendDeposit, transactionByHash } from '../testing/crypto-deposits.ts';

// Crypto deposits: detected once, credited once after their confirmations, and held for a person when there is doubt.

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

const balance = (currency: string): Promise<string | undefined> => availableOf(api, currency);
const send = (sent?: SentDeposit): Promise<string> => sendDeposit(node, sent);
const findByHash = (hash: string): Promise<CryptoTransaction | undefined> => transactionByHash(api, hash);
const byHash = async (hash: string): Promise<CryptoTransaction> => present(await findByHash(hash));
async function confirm({ id }: CryptoTransaction): Promise<CryptoTransaction> {
  await node.api.sandbox.createEvent({ type: 'confirmations', subjectId: id });
  await Promise.all([node, other].map(({ server }) => advanceDeposits(server.services)));
  return api.cryptoTransactions.get(id);
}
/** Removes the block of a deposit from the chain. Both nodes notice. */
async function takenBack({ id }: CryptoTransaction): Promise<CryptoTransaction> {
  await node.api.sandbox.createEvent({ type: 'reorganisation', subjectId: id });
  await Promise.all([node, other].map(({ server }) => advanceDeposits(server.services)));
  return api.cryptoTransactions.get(id);
}
/** Adds the same transaction in a later block. */
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

describe('a deposit', () => {
  test('is detected once, counts its confirmations, and is credited once, whichever node scans', async () => {
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
    expect(done).not.toHaveProperty('nextStep');
    expect(subtract((await balance('WUSD')) ?? '', before)).toBe('250.000000000000000000');
    await delivered(node);
    const { messages } = await node.api.sandbox.mailbox(mei.username);
    expect(messages.find(({ subject }) => subject === 'Your deposit has arrived')?.text).toContain(done.id);
  });

  test('fails if its block is reversed before it is credited', async () => {
    const before = await balance('WUSD');
    const seen = await byHash(await send());
    await node.api.sandbox.createEvent({ type: 'reorganisation', subjectId: seen.id });
    await advanceDeposits(node.server.services);
    const failed = await api.cryptoTransactions.get(seen.id);
    expect(failed.status).toBe('failed');
    expect(failed.timeline.at(-1)?.reason).toContain('took the transfer’s block back');
    expect(await balance('WUSD')).toBe(before);
  });

  test('in a new block after a reversal is a new deposit, found by its hash and credited once', async () => {
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

  test('is debited again if its block is reversed after it was credited', async () => {
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
    'leaves the books if its block is reversed while it %s',
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

  test('that was spent before its block was reversed becomes a shortfall and freezes the account', async () => {
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
      nextStep: { to: 'completed', who: 'Operations' },
    });
    expect(held.risk).toBe(reasonCode === 'high-risk' ? 'high' : 'low');
    expect(await balance('WUSD')).toBe(before);
    expect(await operator('deposits')).toContain(held.id);
    expect(await operator('approve', held.id)).toBe(`${held.id}: completed`);
    await expect(operator('approve', held.id)).rejects.toMatchObject({ errorName: 'MOVE_NOT_ALLOWED' });
    expect(subtract((await balance('WUSD')) ?? '', before)).toBe(held.receive.amount);
  });

  test('rejected by a person is not credited and shows the reason', async () => {
    const before = await balance('WUSD');
    const held = await confirm(await byHash(await send({ outcome: 'high-risk' })));
    await operator('reject', held.id, '--reason', 'source-of-funds');
    const refused = await api.cryptoTransactions.get(held.id);
    expect(refused).toMatchObject({ status: 'rejected', operator: 'Operations' });
    expect(refused.timeline.at(-1)?.reason).toContain('could not accept where it came from');
    expect(await balance('WUSD')).toBe(before);
  });
});

describe('a crypto transaction', () => {
  test('is found by its fields, in keyset pages', async () => {
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

  test('has no receipt if it was not credited', async () => {
    const { items } = await api.cryptoTransactions.search({ filter: { status: 'rejected' }, size: 1 });
    expect(await api.cryptoTransactions.receipt(items[0]?.id ?? '').safe()).toMatchObject({
      error: { errorName: 'NOT_FOUND' },
    });
  });
});

test('every allowed transition of a deposit was made', async () => {
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
