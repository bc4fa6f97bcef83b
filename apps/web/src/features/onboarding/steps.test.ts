import { expect, test } from 'vitest';
import { nextStep, stepsOf } from './steps.ts';

const fresh = { identityStatus: 'pending verification', hasMoved: false, hasAuthenticator: false, hasRecipient: false };

test('identity comes first, because it opens the rest', () => {
  expect(nextStep(stepsOf(fresh))).toBe('identity');
  expect(nextStep(stepsOf({ ...fresh, hasAuthenticator: true, hasRecipient: true }))).toBe('identity');
  expect(nextStep(stepsOf({ ...fresh, identityStatus: 'verified' }))).toBe('money');
});

test('a refused identity is not done', () => {
  expect(stepsOf({ ...fresh, identityStatus: 'verification failed' })[0]?.isDone).toBe(false);
});

test('nothing is next once all is done', () => {
  const done = { identityStatus: 'verified', hasMoved: true, hasAuthenticator: true, hasRecipient: true };
  expect(nextStep(stepsOf(done))).toBeUndefined();
});
