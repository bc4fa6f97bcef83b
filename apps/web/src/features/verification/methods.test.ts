import { expect, test } from 'vitest';
import { incompleteMessage, knownMethods, refusalText } from './methods.ts';

test.each([
  [1, '', false, 'verify.codeRequired.sms'],
  [2, '', false, 'verify.codeRequired.email'],
  [3, '', false, 'verify.codeRequired.authenticator'],
  [1, '12345', false, 'verify.codeIncomplete'],
  [1, '123456', false, undefined],
  [3, ' ', true, 'verify.codeRequired.recovery'],
  [3, '7H4K', true, undefined],
  [4, '', false, undefined],
] as const)('for check type %i, the code %j (recovery: %s) has the message %s', (chosen, code, isRecovery, message) => {
  expect(incompleteMessage({ chosen, code, isRecovery })).toBe(message);
});

test('an unknown check type is skipped', () => {
  const sms = { checkType: 1, masked: '•••• 4567' };
  expect(knownMethods([[{ checkType: 9, masked: '' }, sms], [{ checkType: 9, masked: '' }]], true)).toEqual([
    [sms],
    [],
  ]);
});

test('a passkey is offered if the browser supports passkeys, or if it is the only method', () => {
  const [passkey, sms] = [
    { checkType: 4, masked: '' },
    { checkType: 1, masked: '' },
  ];
  expect(knownMethods([[passkey, sms], [passkey]], true)).toEqual([[passkey, sms], [passkey]]);
  expect(knownMethods([[passkey, sms], [passkey]], false)).toEqual([[sms], [passkey]]);
});

test('a passkey error of the browser has a message of this page, and a rejection has the server’s message', () => {
  const t = (id: string) => id;
  expect(refusalText({ kind: 'declined', message: '' }, t as never)).toBe('passkey.declined');
  expect(refusalText({ kind: 'failed', message: '' }, t as never)).toBe('passkey.failed');
  expect(refusalText({ kind: 'again', message: 'Wrong' }, t as never)).toBe('Wrong');
  expect(refusalText(undefined, t as never)).toBeUndefined();
});
