import { afterEach, describe, expect, test, vi } from 'vitest';
import { at, baseUrl, caught, fakeServer, good } from '../test/fake-server.js';
import { createWalletClient } from './client.js';
import type { MfaRequest } from './internal/act.js';

const intent = { intentId: 'int_01hqxyz0000000000000' };
const review = { ...intent, blockers: [], checkGroups: [], sends: {}, fees: [], receives: {}, arrivesBy: at };
const quote = { quoteId: 'quo_01hqxyz0000000000000' };
const unpacked = (header: string | null | undefined): unknown =>
  JSON.parse(atob((header ?? '').replaceAll('-', '+').replaceAll('_', '/')));

describe('an act', () => {
  afterEach(() => void vi.useRealTimers());

  test('is reviewed by the same call without code or captcha', async () => {
    const { fetch, sent } = fakeServer(good(review));
    expect((await createWalletClient({ baseUrl, fetch }).otc.review(quote)).intentId).toBe(review.intentId);
    expect(new URL(sent[0]?.url ?? '').search).toBe('?dryRun=true');
    expect(sent[0]?.init.headers.has('x-mfa')).toBe(false);
  });

  test('is executed with its intent, codes and captcha', async () => {
    const { fetch, sent } = fakeServer(good({}));
    const api = createWalletClient({ baseUrl, fetch });
    await api.otc.submit(quote, { intent: review, mfa: [{ checkType: 1, code: '123456' }], captcha: 'token' });
    expect(new URL(sent[0]?.url ?? '').search).toBe('?recaptchaToken=token');
    expect(unpacked(sent[0]?.init.headers.get('x-mfa'))).toEqual({
      sceneType: 12,
      ...intent,
      checks: [{ checkType: 1, code: '123456' }],
    });
  });

  test('calls functions for codes and captcha, and excludes their duration from the time limit', async () => {
    const { fetch, sent } = fakeServer(good({}));
    const asked: MfaRequest[] = [];
    vi.useFakeTimers();
    await createWalletClient({ baseUrl, fetch, timeoutMs: 50 }).otc.submit(quote, {
      intent,
      mfa: async (request) => {
        asked.push(request);
        await vi.advanceTimersByTimeAsync(100);
        return [{ checkType: 3, recoveryCode: '7H4K-2MPQ' }];
      },
      captcha: async () => 'fresh',
    });
    expect(asked).toEqual([{ sceneType: 12, ...intent }]);
    expect(new URL(sent[0]?.url ?? '').search).toBe('?recaptchaToken=fresh');
  });

  test('is not sent if the customer enters no codes', async () => {
    const { fetch, sent } = fakeServer();
    const gaveUp = new Error('gave up');
    const call = createWalletClient({ baseUrl, fetch }).otc.submit(quote, {
      intent,
      mfa: () => Promise.reject(gaveUp),
    });
    expect(await caught(call)).toBe(gaveUp);
    expect(sent).toEqual([]);
  });

  test('uses a challenge instead of an intent if the customer is signed out', async () => {
    const { fetch, sent } = fakeServer(good(null));
    await createWalletClient({ baseUrl, fetch }).registration.activate({
      challengeId: 'chl_01hqxyz0000000000000',
      mfa: [{ checkType: 1, code: '123456' }],
      captcha: 'token',
    });
    expect(unpacked(sent[0]?.init.headers.get('x-mfa'))).toMatchObject({
      sceneType: 2,
      challengeId: 'chl_01hqxyz0000000000000',
    });
  });

  test('sends path, body and captcha in one request', async () => {
    const { fetch, sent } = fakeServer(good({}), good(review));
    const api = createWalletClient({ baseUrl, fetch });
    const fields = {
      label: 'Café ☕',
      beneficiaryName: '陈美',
      country: 'SG',
      currency: 'SGD',
      rail: 'SWIFT',
    } as const;
    await api.bankAccounts.edit('bnk_1', fields, { intent, mfa: [] });
    await api.bankAccounts.reviewEdit('bnk_1', fields);
    expect(
      sent.map(({ url, init }) => [new URL(url).pathname + new URL(url).search, JSON.parse(String(init.body))]),
    ).toEqual([
      ['/api/bank-account/bnk_1', fields],
      ['/api/bank-account/bnk_1?dryRun=true', fields],
    ]);
  });

  test('reviews and executes a withdrawal with the same body when it saves the recipient', async () => {
    const { fetch, sent } = fakeServer(good(review), good({}));
    const api = createWalletClient({ baseUrl, fetch });
    const withdrawal = {
      money: { currency: 'WUSD', amount: '20.00' },
      newRecipient: { label: 'Cold', address: '0x52908400098527886E0F7030069857D2E4169EE7', networkId: 3 },
    } as const;
    await api.cryptoTransactions.reviewWithdrawal(withdrawal);
    await api.cryptoTransactions.withdraw(withdrawal, { intent: review, mfa: [], captcha: 'token' });
    expect(sent.map(({ init }) => JSON.parse(String(init.body)))).toEqual([withdrawal, withdrawal]);
    expect(unpacked(sent[1]?.init.headers.get('x-mfa'))).toEqual({ sceneType: 6, ...intent, checks: [] });
  });

  test('requests payout routes for a saved account, or for the fields of a new account', async () => {
    const { fetch, sent } = fakeServer(good([]), good([]));
    const api = createWalletClient({ baseUrl, fetch });
    await api.fiatTransactions.listPayoutRoutes({ bankAccountId: 'bnk_1', amount: '20.00' });
    await api.fiatTransactions.listPayoutRoutes({ country: 'SG', currency: 'SGD', rail: 'SWIFT' });
    expect(sent.map(({ url }) => new URL(url).search)).toEqual([
      '?bankAccountId=bnk_1&amount=20.00',
      '?country=SG&currency=SGD&rail=SWIFT',
    ]);
  });
});

describe('a form', () => {
  test('with files uses the boundary of the runtime, and omits fields without a value', async () => {
    const { fetch, sent } = fakeServer(good({ supportReference: 'FB-1' }));
    await createWalletClient({ baseUrl, fetch }).feedback.send({
      text: 'Clear.',
      attachments: [new Blob(['a']), new Blob(['b'])],
    });
    const form = sent[0]?.init.body as FormData;
    expect([form.get('text'), form.getAll('attachments').length, form.has('email')]).toEqual(['Clear.', 2, false]);
    expect(sent[0]?.init.headers.has('content-type')).toBe(false);
  });

  test('is reviewed without its files, and executed with files and intent', async () => {
    const { fetch, sent } = fakeServer(good(review), good({}));
    const api = createWalletClient({ baseUrl, fetch });
    const deposit = { currency: 'SGD', amount: '500.00', partnerId: 'dbs', receipts: [new Blob(['a'])] } as const;
    const reviewed = await api.fiatTransactions.reviewDeposit(deposit);
    await api.fiatTransactions.declareDeposit(deposit, { intent: reviewed });
    const forms = sent.map(({ init }) => init.body as FormData);
    expect(forms.map((form) => [form.get('amount'), form.getAll('receipts').length, form.get('intentId')])).toEqual([
      ['500.00', 0, null],
      ['500.00', 1, intent.intentId],
    ]);
  });
});
