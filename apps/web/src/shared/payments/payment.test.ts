import { ApiError, ConnectionError, type MfaCheck, type Review } from '@wusd/api-sdk/core';
import { errors } from '@wusd/api-sdk/domain';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubSessionStorage } from '../../../testing/session-storage.ts';
import { invalidation } from '../api/invalidation.ts';
import { pendingCommand } from '../verification/pending-command.ts';
import { createPayment, type PaymentConfiguration } from './payment.ts';

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
type Submit = PaymentConfiguration<Withdrawal, Withdrawal>['submit'];

let storage: Record<string, string>;
beforeEach(() => (storage = stubSessionStorage()));
afterEach(() => vi.unstubAllGlobals());

const withdrawal = (submit: Submit, preview = async () => review) =>
  createPayment<Withdrawal, Withdrawal>({
    command: 'crypto-withdraw',
    intro: 'crypto.withdraw.verify',
    draft: { amount: '10' },
    emptyDraft: { amount: '' },
    nextDraft: () => ({ amount: '' }),
    now: () => 0,
    preview,
    submit,
  });

/** A payment whose review was confirmed, as the verification page finds it. */
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

test('the verification page executes the payment and learns its id', async () => {
  const { completed, execute } = await confirmed(async () => 'ctx_1');
  await execute();
  expect(completed).toEqual(['ctx_1']);
});

test('the verification page learns why the server rejected the codes, and can submit others', async () => {
  const wrong = new ApiError('POST /crypto-transaction/withdraw', 422, errors.CODE_INCORRECT.code, 'Wrong', {});
  const answers = [Promise.reject(wrong), Promise.resolve('ctx_1')];
  answers[0]?.catch(() => {});
  const { completed, execute } = await confirmed(() => answers.shift() ?? Promise.reject(new Error('No answer left')));
  await expect(execute()).rejects.toBe(wrong);
  await execute();
  expect(completed).toEqual(['ctx_1']);
});

test('a draft that changes takes its command off the verification page', async () => {
  const { payment, execute } = await confirmed(async () => 'ctx_1');
  payment.change({ amount: '20' });
  expect(pendingCommand.get()).toBeUndefined();
  await expect(execute()).rejects.toThrow('abandoned');
  expect(payment.draft()).toEqual({ amount: '20' });
});

test('a payment whose session ends is abandoned: nobody is sent to its result', async () => {
  let pay: (id: string) => void = () => {};
  const { payment, completed, execute } = await confirmed(() => new Promise((resolve) => (pay = resolve)));
  const executing = execute();
  invalidation.publish('session-ended');
  pay('ctx_1');
  await expect(executing).rejects.toThrow('abandoned');
  expect([completed, payment.draft(), pendingCommand.get()]).toEqual([[], { amount: '' }, undefined]);
});

test('an expired review is renewed with another request, for a payment whose request is good once', async () => {
  let time = 0;
  let quotes = 0;
  const previewed: unknown[] = [];
  const payment = createPayment<Withdrawal, { quoteId: string }>({
    command: 'remit',
    intro: 'swap.verify.plain',
    draft: { amount: '10' },
    emptyDraft: { amount: '' },
    nextDraft: () => ({ amount: '' }),
    now: () => time,
    async preview(request) {
      previewed.push(request);
      return { ...review, expiresAt: new Date(time + 300_000).toISOString() };
    },
    renewRequest: async ({ amount }) => ({ quoteId: `quote ${(quotes += 1)} of ${amount}` }),
    submit: async () => 'otc_1',
  });
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
  ['is still to come', () => new Promise<string>(() => {})],
])('after a reload, a payment whose answer %s is settled before another one begins', async (_, submit) => {
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

test('after a reload, a payment that was not made makes way for the next one', async () => {
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
  ['the server has answered', async () => 'ctx_1'],
  ['the session has ended', lost],
])('nothing of a payment is stored once %s', async (_, submit) => {
  const { execute } = await confirmed(submit);
  await execute().catch(() => invalidation.publish('session-ended'));
  expect(Object.keys(storage)).toEqual([]);
});

test('a stored submission that is malformed is ignored', () => {
  storage['session:payment:crypto-withdraw'] = '{"request":{},"review":{"intentId":7}}';
  const { actor } = withdrawal(lost);
  expect(actor.getSnapshot().matches('draft')).toBe(true);
});
