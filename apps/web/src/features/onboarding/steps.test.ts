import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextStep, stepsOf } from './steps.ts';

const nothing = { isVerified: false, hasReceived: false, hasAuthenticatorOrPasskey: false, hasRecipient: false };
const statesOf = (progress: typeof nothing) =>
  Object.fromEntries(stepsOf(progress).map(({ name, state }) => [name, state]));

test('steps that need a verified identity are locked until it is verified', () => {
  expect(statesOf(nothing)).toEqual({ identity: 'open', money: 'locked', authenticator: 'open', recipient: 'locked' });
  expect(nextStep(stepsOf(nothing))).toBe('identity');
});

test('a verified identity unlocks deposits and recipients', () => {
  const verified = { ...nothing, isVerified: true };
  expect(statesOf(verified)).toEqual({ identity: 'done', money: 'open', authenticator: 'open', recipient: 'open' });
  expect(nextStep(stepsOf(verified))).toBe('money');
});

test('completed steps are done, and there is a next step exactly if a step is open', () => {
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
