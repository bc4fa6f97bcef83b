import { ApiError, ConnectionError, type MfaCheck, type Review } from '@wusd/api-sdk/core';
import { errors } from '@wusd/api-sdk/domain';
import 'fake-indexeddb/auto';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { stubLocalStorage, stubRemovals, stubSessionStorage } from '../../../testing/session-storage.ts';
import { session } from '../api/client.ts';
import { invalidation } from '../api/invalidation.ts';
import { pendingCommand } from '../verification/pending-command.ts';
import { createPayment, type PaymentConfiguration } from './payment.ts';

vi.hoisted(() => vi.stubGlobal('location', { hostname: 'wallet.example', origin: 'https://wallet.example' }));

const review = {
  intentId: 'int_1',
  expiresAt: new Date(300_000).toISOString(),
  blockers: [],
  checkGroups: [],
} as unknown as Review;
const checks: readonly MfaCheck[] = [{ checkType: 2, code: '123456' }];

interface Withdrawal {
  amount: string;
}
const draftSchema = v.object({ amount: v.fallback(v.string(), '') });
type Submit = PaymentConfiguration<Withdrawal, Withdrawal>['submit'];

let storage: Record<string, string>;
/** Entries of local storage, which survive the tab. */
let kept: Record<string, string>;
let hearRemoval: ReturnType<typeof stubRemovals>;
beforeEach(() => {
  hearRemoval = stubRemovals();
  storage = stubSessionStorage();
  kept = stubLocalStorage();
});
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

const signIn = (email = 'mei@example.com'): void => session.signedIn({ email, scopes: [], networks: [] } as never);
/** Ends the session as the page does on expiry. */
function endSession(): void {
  session.clear();
  invalidation.publish('session-ended');
}

const withdrawal = (submit: Submit, preview = async () => review, visitorPath?: '/mint-redeem') =>
  createPayment<Withdrawal, Withdrawal>({
    ...(visitorPath && { visitorPath }),
    command: 'crypto-withdraw',
    intro: 'crypto.withdraw.verify',
    draftSchema,
    nextDraft: () => ({ amount: '' }),
    now: () => 0,
    preview,
    submit,
  });

/** A payment with a confirmed review, in the state in which the verification page opens. */
async function confirmed(submit: Submit) {
  const completed: string[] = [];
  const payment = withdrawal(submit);
  payment.send({ type: 'continue', request: { amount: '10' } });
  await expect.poll(() => payment.actor.getSnapshot().hasTag('reviewed')).toBe(true);
  payment.send({ type: 'confirm' });
  payment.startVerification('Landlord', (id) => void completed.push(id));
  const pending = pendingCommand.get();
  if (!pending) throw new Error('Nothing waits for its codes');
  return { payment, completed, execute: () => pending.execute(review, checks) };
}

test('the verification page executes the payment and receives its id', async () => {
  const { completed, execute } = await confirmed(async () => 'ctx_1');
  await execute();
  expect(completed).toEqual(['ctx_1']);
});

test('the verification page receives the rejection of wrong codes, and can submit other codes', async () => {
  const wrong = new ApiError('POST /crypto-transaction/withdraw', 422, errors.CODE_INCORRECT.code, 'Wrong', {});
  const answers = [Promise.reject(wrong), Promise.resolve('ctx_1')];
  answers[0]?.catch(() => {});
  const { completed, execute } = await confirmed(() => answers.shift() ?? Promise.reject(new Error('No answer left')));
  await expect(execute()).rejects.toBe(wrong);
  await execute();
  expect(completed).toEqual(['ctx_1']);
});

test('a change of the draft removes its pending command', async () => {
  const { payment, execute } = await confirmed(async () => 'ctx_1');
  payment.change({ amount: '20' });
  expect(pendingCommand.get()).toBeUndefined();
  await expect(execute()).rejects.toThrow('abandoned');
  expect(payment.draft()).toEqual({ amount: '20' });
});

test('a payment is abandoned at the end of the session, without navigating to its result', async () => {
  let pay: (id: string) => void = () => {};
  const { payment, completed, execute } = await confirmed(() => new Promise((resolve) => (pay = resolve)));
  const executing = execute();
  invalidation.publish('session-ended');
  pay('ctx_1');
  await expect(executing).rejects.toThrow('abandoned');
  expect([completed, payment.draft(), pendingCommand.get()]).toEqual([[], { amount: '' }, undefined]);
});

test('an expired review is renewed with a new request if a request is valid only once', async () => {
  let time = 0;
  let quotes = 0;
  const previewed: unknown[] = [];
  const payment = createPayment<Withdrawal, { quoteId: string }>({
    command: 'remit',
    intro: 'swap.verify.plain',
    draftSchema,
    nextDraft: () => ({ amount: '' }),
    now: () => time,
    async preview(request) {
      previewed.push(request);
      return { ...review, expiresAt: new Date(time + 300_000).toISOString() };
    },
    renewRequest: async ({ amount }) => ({ quoteId: `quote ${(quotes += 1)} of ${amount}` }),
    submit: async () => 'otc_1',
  });
  payment.change({ amount: '10' });
  payment.send({ type: 'continue', request: { quoteId: 'first' } });
  await expect.poll(() => payment.actor.getSnapshot().hasTag('reviewed')).toBe(true);
  time = 300_000;
  payment.send({ type: 'renew' });
  await expect.poll(() => payment.request()).toEqual({ quoteId: 'quote 1 of 10' });
  expect(previewed).toEqual([{ quoteId: 'first' }, { quoteId: 'quote 1 of 10' }]);
  expect(payment.earlier()?.request).toEqual({ quoteId: 'first' });
  expect(payment.actor.getSnapshot().matches({ reviewed: 'review' })).toBe(true);
});

const lost = () => Promise.reject(new ConnectionError('withdraw', undefined, new Error('fetch failed')));

test.each([
  ['was lost', lost],
  ['is pending', () => new Promise<string>(() => {})],
])('after a reload, a payment whose response %s is settled before another one starts', async (_, submit) => {
  const { execute } = await confirmed(submit);
  execute().catch(() => {});
  await expect.poll(() => Object.keys(storage)).toEqual(['session:payment:crypto-withdraw']);

  const submissions: unknown[] = [];
  const preview = vi.fn(async () => review);
  const reloaded = withdrawal(async (submission) => {
    submissions.push(submission);
    return 'ctx_1';
  }, preview);
  const completed: string[] = [];
  reloaded.actor.on('completed', ({ id }) => completed.push(id));
  reloaded.send({ type: 'open' });
  reloaded.send({ type: 'continue', request: { amount: '20' } });
  await expect.poll(() => completed).toEqual(['ctx_1']);
  expect(submissions).toEqual([{ request: { amount: '10' }, review, checks: [] }]);
  expect(preview).not.toHaveBeenCalled();
  expect(Object.keys(storage)).toEqual([]);
});

test('after a reload, a payment that was not executed is discarded, and the next one is previewed', async () => {
  const { execute } = await confirmed(lost);
  await expect(execute()).rejects.toThrow(ConnectionError);
  const missingCodes = new ApiError('POST /crypto-transaction/withdraw', 422, errors.CHECK_MISSING.code, 'Missing', {});
  const reloaded = withdrawal(() => Promise.reject(missingCodes));
  reloaded.send({ type: 'continue', request: { amount: '20' } });
  await expect.poll(() => reloaded.actor.getSnapshot().hasTag('reviewed')).toBe(true);
  await expect.poll(() => reloaded.request()).toEqual({ amount: '20' });
  expect(Object.keys(storage)).toEqual([]);
});

test.each([
  ['the server has responded', async () => 'ctx_1'],
  ['the session has ended', lost],
])('no payment is stored once %s', async (_, submit) => {
  const { execute } = await confirmed(submit);
  await execute().catch(() => invalidation.publish('session-ended'));
  expect(Object.keys(storage)).toEqual([]);
});

test('a malformed stored submission is ignored', () => {
  storage['session:payment:crypto-withdraw'] = '{"request":{},"review":{"intentId":7}}';
  const { actor } = withdrawal(lost);
  expect(actor.getSnapshot().matches('draft')).toBe(true);
});

describe('a draft', () => {
  const paid: Submit = async () => 'ctx_1';
  const stored = () => kept['wusd-draft:crypto-withdraw'];
  async function typedBy(email?: string): Promise<void> {
    signIn(email);
    withdrawal(paid).change({ amount: '42' });
    await expect.poll(stored).toBeDefined();
  }

  test('survives a reload, and an expired session if the same customer signs in again', async () => {
    await typedBy();
    const reloaded = withdrawal(paid);
    await expect.poll(() => reloaded.draft()).toEqual({ amount: '42' });
    endSession();
    expect(reloaded.draft()).toEqual({ amount: '' });
    signIn();
    await expect.poll(() => reloaded.draft()).toEqual({ amount: '42' });
  });

  test('is removed if another customer signs in', async () => {
    await typedBy();
    endSession();
    const other = withdrawal(paid);
    signIn('omar@example.com');
    await expect.poll(stored).toBeUndefined();
    expect(other.draft()).toEqual({ amount: '' });
  });

  test('is not replaced by an older stored draft that is read late', async () => {
    await typedBy();
    const reloaded = withdrawal(paid);
    reloaded.change({ amount: '7' });
    const before = stored();
    await expect.poll(stored).not.toBe(before);
    expect(reloaded.draft()).toEqual({ amount: '7' });
    hearRemoval('wusd-draft:crypto-withdraw', before);
    expect(reloaded.draft()).toEqual({ amount: '7' });
    const again = withdrawal(paid);
    await expect.poll(() => again.draft()).toEqual({ amount: '7' });
  });

  test('is not stored while a submission is unanswered, and is restored if nothing was paid', async () => {
    signIn();
    let fail: (error: Error) => void = () => {};
    const { payment, execute } = await confirmed(() => new Promise((_, reject) => (fail = reject)));
    payment.change({ amount: '42' });
    await expect.poll(stored).toBeDefined();
    payment.send({ type: 'continue', request: { amount: '42' } });
    await expect.poll(() => payment.actor.getSnapshot().hasTag('reviewed')).toBe(true);
    payment.send({ type: 'confirm' });
    payment.startVerification('Landlord', () => {});
    execute().catch(() => {});
    expect(stored()).toBeUndefined();
    fail(new ConnectionError('withdraw', undefined, new Error('fetch failed')));
    await expect.poll(() => payment.actor.getSnapshot().context.isOutcomeUnknown).toBe(true);
    expect(stored()).toBeUndefined();
    // After a reload this tab still has the submission.
    const missing = new ApiError('POST /crypto-transaction/withdraw', 422, errors.CHECK_MISSING.code, 'Missing', {});
    const reloaded = withdrawal(() => Promise.reject(missing));
    expect(reloaded.draft()).toEqual({ amount: '42' });
    reloaded.send({ type: 'continue', request: { amount: '42' } });
    await expect.poll(stored).toBeDefined();
  });

  test('is cleared in other tabs once one tab has submitted it, unless they have changed it', async () => {
    signIn();
    const typedHere = withdrawal(paid);
    typedHere.change({ amount: '42' });
    await expect.poll(stored).toBeDefined();
    const shared = stored();
    const [idle, edited] = [withdrawal(paid), withdrawal(paid)];
    await expect.poll(() => idle.draft()).toEqual({ amount: '42' });
    edited.change({ amount: '43' });
    await expect.poll(stored).not.toBe(shared);
    hearRemoval('wusd-draft:crypto-withdraw', shared);
    expect([typedHere, idle, edited].map((each) => each.draft())).toEqual([
      { amount: '' },
      { amount: '' },
      { amount: '43' },
    ]);
    const isTold = (payment: typeof idle) => payment.actor.getSnapshot().context.isSubmittedElsewhere;
    expect([typedHere, idle, edited].map(isTold)).toEqual([true, true, false]);
    // The note stays until the customer starts the next draft.
    idle.send({ type: 'open' });
    expect(isTold(idle)).toBe(true);
    idle.change({ amount: '5' });
    expect(isTold(idle)).toBe(false);
  });

  test('is removed after the payment', async () => {
    signIn();
    const { payment, execute } = await confirmed(paid);
    payment.change({ amount: '42' });
    await expect.poll(stored).toBeDefined();
    payment.send({ type: 'continue', request: { amount: '42' } });
    await expect.poll(() => payment.actor.getSnapshot().hasTag('reviewed')).toBe(true);
    payment.send({ type: 'confirm' });
    await execute();
    payment.send({ type: 'open' });
    expect([stored(), payment.draft()]).toEqual([undefined, { amount: '' }]);
  });

  test('of a visitor is stored in the tab as plain text, and becomes the customer’s after signing in', async () => {
    const payment = withdrawal(paid, undefined, '/mint-redeem');
    payment.change({ amount: '42' });
    expect(storage['draft:/mint-redeem']).toBe('{"amount":"42"}');
    const reloaded = withdrawal(paid, undefined, '/mint-redeem');
    expect(reloaded.draft()).toEqual({ amount: '42' });
    signIn();
    await expect.poll(stored).toBeDefined();
    expect([storage['draft:/mint-redeem'], reloaded.draft()]).toEqual([undefined, { amount: '42' }]);
  });

  test('lasts as long as the page if storage is blocked', async () => {
    vi.stubGlobal('localStorage', undefined);
    signIn();
    const payment = withdrawal(paid);
    payment.change({ amount: '42' });
    expect(payment.draft()).toEqual({ amount: '42' });
  });
});
