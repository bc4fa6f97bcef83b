import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextStep, stepsOf } from './steps.ts';

const nothing = { isVerified: false, hasReceived: false, hasAuthenticatorOrPasskey: false, hasRecipient: false };
const statesOf = (progress: typeof nothing) =>
  Object.fromEntries(stepsOf(progress).map(({ name, state }) => [name, state]));

test('before the identity is verified, only what works without it can be done', () => {
  expect(statesOf(nothing)).toEqual({ identity: 'open', money: 'locked', authenticator: 'open', recipient: 'locked' });
  expect(nextStep(stepsOf(nothing))).toBe('identity');
});

test('a verified identity opens deposits and recipients', () => {
  const verified = { ...nothing, isVerified: true };
  expect(statesOf(verified)).toEqual({ identity: 'done', money: 'open', authenticator: 'open', recipient: 'open' });
  expect(nextStep(stepsOf(verified))).toBe('money');
});

test('whatever is done stays done, and a next step is there exactly if a step is open', () => {
  const flag = fc.boolean();
  fc.assert(
    fc.property(
      fc.record({ isVerified: flag, hasReceived: flag, hasAuthenticatorOrPasskey: flag, hasRecipient: flag }),
      (progress) => {
        const steps = stepsOf(progress);
        const done = [
          progress.isVerified,
          progress.hasReceived,
          progress.hasAuthenticatorOrPasskey,
          progress.hasRecipient,
        ];
        expect(steps.map(({ state }) => state === 'done')).toEqual(done);
        const next = nextStep(steps);
        expect(steps.some(({ name, state }) => name === next && state === 'open')).toBe(
          steps.some(({ state }) => state === 'open'),
        );
      },
    ),
  );
});
