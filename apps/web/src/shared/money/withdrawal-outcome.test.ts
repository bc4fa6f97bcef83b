import { expect, test } from 'vitest';
import { isUndone } from './status.ts';
import { outcomeOf } from './withdrawal-outcome.ts';

type Withdrawal = Parameters<typeof outcomeOf>[0];
const hold = (reasonCode: string, more: Partial<NonNullable<Withdrawal['hold']>> = {}): Withdrawal['hold'] => ({
  reasonCode,
  message: 'Why.',
  who: 'system',
  ...more,
});
const titleOf = (withdrawal: Partial<Withdrawal>) =>
  outcomeOf({ status: 'to be processed', nextMoves: [], ...withdrawal }).title;

test('a withdrawal on hold has a title that says so', () => {
  const until = '2026-11-24T08:50:00.000Z';
  expect(titleOf({})).toBe('crypto.withdraw.success.title');
  expect(titleOf({ hold: hold('new-destination', { until }) })).toBe('result.scheduled');
  expect(titleOf({ hold: hold('liquidity', { until }) })).toBe('result.held');
  expect(titleOf({ hold: hold('new-destination') })).toBe('result.held');
  expect(titleOf({ hold: hold('identity', { who: 'customer' }) })).toBe('result.actionRequired');
});

test('a withdrawal on hold tells whether it can be cancelled', () => {
  const waiting = { status: 'to be processed', hold: hold('liquidity') } as const;
  expect(outcomeOf({ ...waiting, nextMoves: [{ to: 'cancelled', who: 'customer' }] }).body).toBe(
    'result.held.cancellable',
  );
  expect(outcomeOf({ ...waiting, nextMoves: [{ to: 'cancelled', who: 'Operations' }] }).body).toBe('result.held.body');
});

test('a final status determines the title, regardless of a hold', () => {
  for (const [status, title] of [
    ['completed', 'result.completed'],
    ['transferred manually', 'result.completed'],
    ['cancelled', 'result.cancelled'],
    ['rejected', 'result.rejected'],
    ['failed', 'result.failed'],
  ] as const) {
    expect(titleOf({ status, hold: hold('liquidity') })).toBe(title);
    expect(isUndone(status)).toBe(title !== 'result.completed');
  }
});
