import { expect, test } from 'vitest';
import { exampleOf } from '../../../testing/contract.ts';
import { checkupSteps, type StepName } from './checkup-steps.ts';

const { antiPhishingCode: _, phoneNumber: __, ...bare } = exampleOf('getProfile');
const undone = (...steps: Parameters<typeof checkupSteps>): StepName[] =>
  checkupSteps(...steps)
    .filter(({ isDone }) => !isDone)
    .map(({ name }) => name);

test('an account with only a verified e-mail address has all other steps to do', () => {
  const profile = { ...bare, factors: [2 as const] };
  const checkup = { hasNewDevice: true };
  expect(undone(profile, checkup)).toEqual(['phone', 'authenticator', 'passkey', 'antiPhishing', 'signIns']);
  expect(checkupSteps(profile, checkup)).toHaveLength(6);
});

test('the recovery codes step is done while the codes are saved and at least one is left', () => {
  const profile = { ...exampleOf('getProfile'), factors: [1 as const, 2 as const, 3 as const, 4 as const] };
  const savedAt = '2026-03-01T08:00:00.000Z';
  const codes = (recoveryCodes: { left: number; savedAt?: string }) =>
    undone(profile, { recoveryCodes, hasNewDevice: false });
  expect(codes({ left: 1, savedAt })).toEqual([]);
  expect(codes({ left: 10 })).toEqual(['codes']);
  expect(codes({ left: 0, savedAt })).toEqual(['codes']);
});
