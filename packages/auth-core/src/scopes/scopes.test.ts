import { expect, expectTypeOf, test } from 'vitest';
import { createScopes, type ScopeOf } from './index.js';

const tree = { account: { profile: {} }, wallet: { wallets: { deposit: {}, withdraw: {} } } } as const;

test('a check is exact membership: an ancestor implies nothing, a name outside the tree counts for nothing', () => {
  const scopes = createScopes(tree, ['wallet', 'wallet.wallets.deposit', 'wallet.unknown']);
  expect(scopes.has('wallet')).toBe(true);
  expect(scopes.has('wallet.wallets')).toBe(false);
  expect(scopes.allOf('wallet', 'wallet.wallets.deposit')).toBe(true);
  expect(scopes.anyOf('account', 'wallet.wallets')).toBe(false);
  expect(scopes.explain('wallet', 'account.profile')).toEqual(['account.profile']);
});

test('names are known to the compiler', () => {
  expectTypeOf<ScopeOf<typeof tree>>().toEqualTypeOf<
    'account' | 'account.profile' | 'wallet' | 'wallet.wallets' | 'wallet.wallets.deposit' | 'wallet.wallets.withdraw'
  >();
});
