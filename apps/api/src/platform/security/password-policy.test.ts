import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { requireStrongPassword } from './password-policy.ts';

function reason(password: string, own?: string[]): string | undefined {
  try {
    requireStrongPassword(password, own);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.details.reasonCode;
  }
}

describe('a new password (control 1)', () => {
  test.each([
    ['Short-1aB', 'too-short'],
    ['nouppercase-here-1', 'no-uppercase'],
    ['NOLOWERCASE-HERE-1', 'no-lowercase'],
    ['No-number-in-here', 'no-number'],
    ['NoSymbolInHere123', 'no-special-symbol'],
    [`A1-${'long'.repeat(40)}`, 'too-long'],
  ])('%j is %s', (password, expected) => {
    expect(reason(password)).toBe(expected);
  });

  test.each(['Tall-Ships-2026!', 'สวัสดีชาวโลก-Mei-2026', 'correct Horse 4 battery!', `A1-${'long'.repeat(20)}`])(
    '%j is accepted',
    (password) => {
      expect(reason(password)).toBeUndefined();
    },
  );

  test('has its length counted in visible characters, not in bytes', () => {
    expect(reason('Aa1!🔒🔒🔒🔒🔒')).toBe('too-short');
  });
});

test.each([
  ['Password123456!', []],
  ['P@ssw0rd-123456', []],
  ['!!Qwerty12345678', []],
  ['PasswordPassword1!', []],
  ['Wusd-Wallet-2026', []],
  ['Mei.Tan-19840101', ['mei.tan']],
])('%j is easy to guess (control 2)', (password, own) => {
  expect(reason(password, own)).toBe('easy-to-guess');
});

test('any password is accepted or rejected with a reason, and no other error is thrown', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (password) => void reason(password)));
});
