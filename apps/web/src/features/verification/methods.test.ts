import { expect, test } from 'vitest';
import { incompleteMessage } from './methods.ts';

test.each([
  [1, '', false, 'verify.codeRequired.sms'],
  [2, '', false, 'verify.codeRequired.email'],
  [3, '', false, 'verify.codeRequired.authenticator'],
  [1, '12345', false, 'verify.codeIncomplete'],
  [1, '123456', false, undefined],
  [3, ' ', true, 'verify.codeRequired.recovery'],
  [3, '7H4K', true, undefined],
] as const)('of check type %i, the code %j (recovery: %s) is told %s', (chosen, code, isRecovery, message) => {
  expect(incompleteMessage({ chosen, code, isRecovery })).toBe(message);
});
