import { expect, test } from 'vitest';
import { createRelease, readRelease } from '../src/release.ts';

test('the release is what the compiler of the lock file makes of the source', () => {
  expect(createRelease()).toEqual(readRelease());
});

test('a changed contract is noticed by its hash', () => {
  const { bytecodeHash } = readRelease();
  expect(bytecodeHash).toBe('0x14667992f4cdef0416fb3e1a83c6544ce63da2400dde1f6366a05feacc8bdeb9');
});

test('nothing but these calls changes anything', () => {
  const { abi } = readRelease();
  const writing = abi.flatMap((each) =>
    each.type === 'function' && !['view', 'pure'].includes(each.stateMutability) ? [each.name] : [],
  );
  expect(writing.toSorted()).toEqual([
    'acceptDefaultAdminTransfer',
    'approve',
    'beginDefaultAdminTransfer',
    'burnFrom',
    'cancelDefaultAdminTransfer',
    'changeDefaultAdminDelay',
    'grantRole',
    'mint',
    'pause',
    'permit',
    'renounceRole',
    'revokeRole',
    'rollbackDefaultAdminDelay',
    'transfer',
    'transferFrom',
    'unpause',
  ]);
});
