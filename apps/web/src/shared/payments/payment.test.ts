import { ApiError, type MfaCheck, type Review } from '@wusd/api-sdk/core';
import { errors } from '@wusd/api-sdk/domain';
import { expect, test } from 'vitest';
import { invalidation } from '../api/invalidation.ts';
import { pendingCommand } from '../verification/pending-command.ts';
import { createPayment } from './payment.ts';

const review = {
  intentId: 'int_1',
  expiresAt: new Date(300_000).toISOString(),
  blockers: [],
  checkGroups: [],
} as unknown as Review;
const checks: readonly MfaCheck[] = [{ checkType: 2, code: '123456' }];

/** A payment whose review was confirmed, as the verification page finds it. */
async function confirmed(submit: () => Promise<string>) {
  const completed: string[] = [];
  const payment = createPayment<{ amount: string }, { amount: string }>({
    command: 'crypto-withdraw',
    intro: 'crypto.withdraw.verify',
    draft: { amount: '10' },
    emptyDraft: { amount: '' },
    nextDraft: () => ({ amount: '' }),
    now: () => 0,
    preview: async () => review,
    submit,
  });
  payment.send({ type: 'continue', request: { amount: '10' } });
  await expect.poll(() => payment.actor.getSnapshot().hasTag('reviewed')).toBe(true);
  payment.send({ type: 'confirm' });
  payment.startVerification((id) => void completed.push(id));
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
