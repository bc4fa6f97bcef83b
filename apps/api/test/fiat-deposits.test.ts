import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FiatDeposit, FiatTransaction, WalletClient } from '@wusd/api-sdk';
import { add } from '@wusd/api-sdk/money';
import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findCustomerByEmail } from '../src/commands/customers.ts';
import { readStatements } from '../src/domains/transfers/fiat/statements.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import {
  advance,
  availableOf,
  bearer,
  clientOf,
  eventually,
  json,
  mei,
  send,
  signIn,
  startTwoNodes,
  type Tokens,
} from '../testing/harness.ts';
import { operatorOf } from '../testing/operator.ts';
import { declareDeposit, singapore, simulateWire, type WireOutcome } from '../testing/fiat-deposits.ts';

// Bank deposits: declared by the customer, matched by reference, and credited once with the amount that arrived.

const { node, other } = await startTwoNodes({ sandboxPace: 'manual' });
const { services } = node.server;
const { db, vault } = services;
let tokens: Tokens;
let api: WalletClient;
let there: WalletClient;
let reference = '';

async function signInAgain(): Promise<void> {
  tokens = await signIn(node);
  api = clientOf(node, tokens);
  there = clientOf(other, tokens);
}
beforeAll(async () => {
  await signInAgain();
  ({ reference } = (await findCustomerByEmail(db, vault, mei.username)) ?? { reference: '' });
  await eventually(async () => ((await balance('SGD')) === '4310.80' ? true : undefined));
});
beforeEach(async () => {
  await advance(61, node, other);
  await db.deleteFrom('throttle').execute();
  await signInAgain();
});
afterEach(async () => expect(await reconcile(services)).toEqual([]));

const balance = (currency: string): Promise<string> => availableOf(api, currency);
const declare = (deposit: FiatDeposit): Promise<FiatTransaction> => declareDeposit(api, deposit);
const wire = (subjectId: string, outcome?: WireOutcome) => simulateWire(node, subjectId, outcome);
const until = (id: string, status: string): Promise<FiatTransaction> =>
  eventually(async () => {
    await readStatements(services);
    const found = await api.fiatTransactions.get(id);
    return found.status === status ? found : undefined;
  });
const operator = operatorOf(services);

describe('the account to wire to', () => {
  test('exists at each bank, with the reference of the customer', async () => {
    const account = await api.fiatTransactions.getDepositAccount('lu');
    expect(account).toMatchObject({
      partnerId: 'lu',
      reference,
      currencies: ['EUR', 'GBP'],
      rails: ['SEPA', 'SWIFT', 'FPS'],
    });
    expect(account.iban).toBe('LU280019400644750000');
    expect(reference).toMatch(/^WU\d{9}$/);
  });

  test('is refused for a customer who is not verified, and for an unknown bank', async () => {
    const somchai = clientOf(node, await signIn(node, { username: 'somchai@demo.example', password: mei.password }));
    await expect(somchai.fiatTransactions.getDepositAccount('dbs')).rejects.toMatchObject({ errCode: '21001' });
    expect(await send(node, 'GET', '/fiat-transaction/get-deposit-account/none', bearer(tokens))).toMatchObject({
      status: 400,
    });
  });
});

describe('a declared deposit', () => {
  test('waits for its wire and is credited with it', async () => {
    const before = await balance('SGD');
    const review = await api.fiatTransactions.reviewDeposit(singapore());
    expect(review).toMatchObject({ blockers: [], checkGroups: [], fees: [], receives: { amount: '500.00' } });
    const declared = await api.fiatTransactions.declareDeposit({ ...singapore() }, { intent: review });
    expect(declared).toMatchObject({
      direction: 'deposit',
      status: 'to be confirmed',
      receiptCount: 0,
      receivingAccount: 'DBS •••• 2345',
      nextMoves: [
        { to: 'processing', who: 'system' },
        { to: 'cancelled', who: 'customer' },
      ],
      nextStep: { to: 'processing', who: 'system' },
    });
    expect(await balance('SGD')).toBe(before);
    await wire(declared.id);
    const done = await until(declared.id, 'completed');
    expect(done.timeline.map(({ status, actor }) => `${status} ${actor}`)).toEqual([
      'to be confirmed customer',
      'processing system',
      'completed system',
    ]);
    expect(done.difference).toBeUndefined();
    expect(await balance('SGD')).toBe(add(before, '500.00'));
    const receipt = await api.fiatTransactions.receipt(done.id);
    expect(receipt.fileName).toBe(`receipt-${done.id}.pdf`);
  });

  test.each([
    ['shortfall', '450.00', '50.00'],
    ['excess', '550.00', '50.00'],
  ] as const)(
    'with a %s is credited with the amount that arrived and shows the difference',
    async (sign, arrived, difference) => {
      const before = await balance('SGD');
      const { id } = await declare(singapore());
      await wire(id, sign);
      const done = await until(id, 'completed');
      expect(done).toMatchObject({
        pay: { amount: '500.00' },
        receive: { amount: arrived },
        difference: { money: { currency: 'SGD', amount: difference }, sign },
      });
      expect(done.difference?.reason).not.toBe('');
      expect(await balance('SGD')).toBe(add(before, arrived));
    },
  );

  test('takes a wire of its exact amount before an older declaration', async () => {
    const older = await declare(singapore('700.00'));
    const exact = await declare(singapore('300.00'));
    await node.api.sandbox.createEvent({
      type: 'bank-credit',
      subjectId: mei.username,
      money: { currency: 'SGD', amount: '300.00' },
    });
    await until(exact.id, 'completed');
    expect((await api.fiatTransactions.get(older.id)).status).toBe('to be confirmed');
    await api.fiatTransactions.cancel(older.id);
  });

  test('can be cancelled until its wire arrives', async () => {
    const { id } = await declare(singapore());
    expect((await there.fiatTransactions.cancel(id)).status).toBe('cancelled');
    await expect(api.fiatTransactions.cancel(id)).rejects.toMatchObject({ errCode: '22001' });
    // A wire that arrives anyway is credited by its reference.
    const before = await balance('SGD');
    await node.api.sandbox.createEvent({
      type: 'bank-credit',
      subjectId: mei.username,
      money: { currency: 'SGD', amount: '500.00' },
    });
    await eventually(async () => ((await balance('SGD')) === add(before, '500.00') ? true : undefined));
    expect((await api.fiatTransactions.get(id)).status).toBe('cancelled');
  });

  test('with a suspicious sender waits for a person, who credits or rejects it', async () => {
    const before = await balance('SGD');
    const [kept, refused] = [await declare(singapore('40.00')), await declare(singapore('41.00'))];
    for (const { id } of [kept, refused]) {
      await wire(id, 'high-risk');
      const held = await until(id, 'processing');
      expect(held.hold).toMatchObject({ reasonCode: 'high-risk', who: 'Operations' });
    }
    expect(await balance('SGD')).toBe(before);
    expect(await operator('bank-transfers')).toContain(kept.id);
    await operator('approve', kept.id);
    await expect(operator('reject', refused.id)).rejects.toThrow("'--reason <code>' not specified");
    await operator('reject', refused.id, '--reason', 'source-of-funds');
    expect(await api.fiatTransactions.get(kept.id)).toMatchObject({ status: 'completed', operator: 'Operations' });
    expect((await api.fiatTransactions.get(refused.id)).timeline.at(-1)).toMatchObject({
      status: 'rejected',
      reason: 'Our compliance team could not accept where it came from.',
    });
    expect(await balance('SGD')).toBe(add(before, '40.00'));
  });

  test('declared several times with one intent exists once', async () => {
    const intent = await api.fiatTransactions.reviewDeposit(singapore());
    const answers = await Promise.all(
      [api, there, api, there].map((by) => by.fiatTransactions.declareDeposit(singapore(), { intent })),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    await expect(api.fiatTransactions.declareDeposit(singapore('501.00'), { intent })).rejects.toMatchObject({
      errCode: '20003',
    });
    await api.fiatTransactions.cancel(answers[0]?.id ?? '');
  });
});

describe('receipts', () => {
  test('are stored for operators without image metadata, and the audit log records who reads them', async () => {
    const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#246' } })
      .withExif({ IFD0: { Artist: 'Mei' } })
      .jpeg()
      .toBuffer();
    const receipts = [
      new File([new Uint8Array(photo)], 'wire.jpg', { type: 'image/jpeg' }),
      new File(['%PDF-1.7 advice'], 'advice.pdf', { type: 'application/pdf' }),
    ];
    const { id, receiptCount, remark } = await declare({ ...singapore(), receipts, remark: ' From my salary ' });
    expect({ receiptCount, remark }).toEqual({ receiptCount: 2, remark: 'From my salary' });
    const to = await mkdtemp(join(tmpdir(), 'receipts-'));
    const places = (await operator('save-receipts', id, '--to', to)).split('\n');
    expect(places).toEqual([join(to, `${id}-1.jpg`), join(to, `${id}-2.pdf`)]);
    expect((await sharp(await readFile(places[0] ?? '')).metadata()).exif).toBeUndefined();
    expect(await readFile(places[1] ?? '', 'utf8')).toBe('%PDF-1.7 advice');
    const [kept] = await db.selectFrom('fiat_receipt').selectAll().where('transaction_id', '=', id).execute();
    const blob = await services.gateways.blobs.get(kept?.blob_key ?? '');
    expect(blob?.includes(photo.subarray(0, 20))).toBe(false);
    const read = await db.selectFrom('audit_log').selectAll().where('act', '=', 'receipts read').execute();
    expect(read).toMatchObject([{ actor: 'Operations', details: { deposit: id, operator: 'priya' } }]);
    await api.fiatTransactions.cancel(id);
  });

  test.each([
    ['of another kind', 'wire.jpg', 'GIF89a', 'type-not-accepted'],
    ['whose name says otherwise', 'wire.jpg', '%PDF-1.7', 'type-and-name-differ'],
    ['of nothing', 'wire.pdf', '', 'empty'],
  ])('%s are refused, and nothing is declared', async (_, name, content, reasonCode) => {
    const intent = await api.fiatTransactions.reviewDeposit(singapore());
    const receipts = [new File([content], name)];
    await expect(api.fiatTransactions.declareDeposit({ ...singapore(), receipts }, { intent })).rejects.toMatchObject({
      errCode: '15001',
      details: { field: '/body/receipts/0', reasonCode },
    });
    // A refused declaration does not use up the intent.
    const { id } = await api.fiatTransactions.declareDeposit(singapore(), { intent });
    await api.fiatTransactions.cancel(id);
  });
});

describe('bad input', () => {
  test.each([
    ['below the minimum', singapore('1.00'), '21005'],
    ['above the maximum', singapore('99999999.00'), '21006'],
  ])('%s is a blocker', async (_, deposit, errCode) => {
    const { blockers, intentId } = await api.fiatTransactions.reviewDeposit(deposit);
    expect(blockers.map((each) => each.errCode)).toEqual([errCode]);
    expect(intentId).toBeUndefined();
  });

  test.each([
    ['too many decimals', { currency: 'JPY', amount: '1.5', partnerId: 'dbs' }, '/body/amount', 'too-many-decimals'],
    ['nothing', { currency: 'SGD', amount: '0', partnerId: 'dbs' }, '/body/amount', 'not-above-zero'],
    [
      'a bank without that currency',
      { currency: 'THB', amount: '500', partnerId: 'lu' },
      '/body/partnerId',
      'not-one-of',
    ],
    ['crypto', { currency: 'WUSD', amount: '500', partnerId: 'dbs' }, '/body/partnerId', 'not-one-of'],
  ] as const)('of %s is refused by field name', async (_, deposit, field, reasonCode) => {
    await expect(api.fiatTransactions.reviewDeposit(deposit)).rejects.toMatchObject({
      errCode: '00002',
      details: { field, reasonCode },
    });
  });

  test('is refused without a review or with the review of another session', async () => {
    await expect(api.fiatTransactions.declareDeposit(singapore(), {})).rejects.toMatchObject({ errCode: '20001' });
    const intent = await api.fiatTransactions.reviewDeposit(singapore());
    await signInAgain();
    await expect(api.fiatTransactions.declareDeposit(singapore(), { intent })).rejects.toMatchObject({
      errCode: '20002',
    });
    expect(
      await send(node, 'POST', '/fiat-transaction/deposit', {
        ...json(singapore()),
        headers: { ...bearer(tokens).headers, 'content-type': 'application/json' },
      }),
    ).toMatchObject({ status: 415 });
  });
});
