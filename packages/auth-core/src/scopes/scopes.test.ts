import { describe, expect, expectTypeOf, test } from 'vitest';
import { admit, createScopes, type ScopeOf, unmet } from './index.js';

const tree = { account: { profile: {} }, wallet: { wallets: { deposit: {}, withdraw: {} } } } as const;

test('checks exact membership: an ancestor implies nothing, and names outside the tree are ignored', () => {
  const scopes = createScopes(tree, ['wallet', 'wallet.wallets.deposit', 'wallet.unknown']);
  expect(scopes.has('wallet')).toBe(true);
  expect(scopes.has('wallet.wallets')).toBe(false);
  expect(scopes.allOf('wallet', 'wallet.wallets.deposit')).toBe(true);
  expect(scopes.anyOf('account', 'wallet.wallets')).toBe(false);
  expect(scopes.explain('wallet', 'account.profile')).toEqual(['account.profile']);
});

test('restricts names at compile time', () => {
  expectTypeOf<ScopeOf<typeof tree>>().toEqualTypeOf<
    'account' | 'account.profile' | 'wallet' | 'wallet.wallets' | 'wallet.wallets.deposit' | 'wallet.wallets.withdraw'
  >();
});

describe('a visit', () => {
  const never = { isSignedIn: () => Promise.reject(new Error('asked')), scopes: () => createScopes(tree, []) };
  const stranger = { isSignedIn: async () => false, scopes: () => createScopes(tree, []) };
  const customer = (...held: string[]) => ({ isSignedIn: async () => true, scopes: () => createScopes(tree, held) });

  test('to a public page needs no session', async () => {
    expect(await admit('public', never)).toEqual({ allowed: true });
  });

  test('needs a session before scopes are checked', async () => {
    expect(await admit('signed-in', stranger)).toEqual({ allowed: false, because: 'signed-out' });
    expect(await admit({ allOf: ['wallet'] }, stranger)).toEqual({ allowed: false, because: 'signed-out' });
    expect(await admit('signed-in', customer())).toEqual({ allowed: true });
  });

  test('needs all scopes of one rule or any of the other, and reports the missing scopes', async () => {
    const { scopes } = customer('wallet');
    expect(await admit({ allOf: ['wallet', 'account'] }, customer('wallet'))).toEqual({
      allowed: false,
      because: 'scope-missing',
      missing: ['account'],
    });
    expect(unmet({ anyOf: ['wallet', 'account'] }, scopes())).toEqual([]);
    expect(unmet({ anyOf: ['account', 'account.profile'] }, scopes())).toEqual(['account', 'account.profile']);
    expect(unmet({ allOf: [] }, scopes())).toEqual([]);
  });

  test('can not require a scope that the tree lacks', () => {
    // @ts-expect-error no such scope
    void (() => admit({ allOf: ['wallet.nothing'] }, customer()));
    expectTypeOf(admit<'a'>).returns.resolves.toHaveProperty('allowed');
  });
});
