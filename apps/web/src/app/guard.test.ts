import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { guard, isInternal, landing } from './guard.ts';
import { type Access, accessOf } from './route-table.ts';

const stranger = { ensureSession: async () => false, holds: () => false };
const customer = (...scopes: string[]) => ({
  ensureSession: async () => true,
  holds: (scope: string) => scopes.includes(scope),
});
const wallet: Access = { allOf: ['wallet.wallets'] };

describe('the guard', () => {
  test('lets everyone onto public pages without asking for a session', async () => {
    const never = { ensureSession: () => Promise.reject(new Error('asked')), holds: () => false };
    expect(await guard('/home', 'public', never)).toBeUndefined();
  });

  test('sends a stranger home and remembers the path', async () => {
    expect(await guard('/wallet', wallet, stranger)).toEqual({ to: '/home', remember: true });
    expect(await guard('/account-info', 'signed-in', stranger)).toEqual({ to: '/home', remember: true });
  });

  test('sends a customer without the scope to not-found', async () => {
    expect(await guard('/wallet', wallet, customer('wallet'))).toEqual({ to: '/404', remember: false });
    expect(await guard('/wallet', wallet, customer('wallet.wallets'))).toBeUndefined();
  });

  test.each(['/login', '/register', '/security-verification/login'])(
    'sends a customer from %s home, and lets a stranger in even when the server is away',
    async (path) => {
      expect(await guard(path, 'public', customer())).toEqual({ to: '/home', remember: false });
      expect(
        await guard(path, 'public', { ensureSession: () => Promise.reject(new Error('away')), holds: () => false }),
      ).toBeUndefined();
    },
  );
});

describe('landing after a login', () => {
  const holdsWallet = (scope: string): boolean => scope === 'wallet.wallets';

  test('is the remembered path if it may be entered', () => {
    expect(landing('/wallet?currency=USD', accessOf, holdsWallet)).toBe('/wallet?currency=USD');
    expect(landing('/mint-redeem', accessOf, holdsWallet)).toBe('/mint-redeem');
    expect(landing('/home', accessOf, holdsWallet)).toBe('/wallet');
    expect(landing('/blockchain', accessOf, holdsWallet)).toBe('/wallet');
    expect(landing(undefined, accessOf, holdsWallet)).toBe('/wallet');
    expect(landing(undefined, accessOf, () => false)).toBe('/account-info');
  });

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '', '\\\\evil'])(
    'never leaves the site for %j (control 36)',
    (path) => {
      expect(landing(path, () => 'signed-in', holdsWallet)).toBe('/wallet');
    },
  );

  test('whatever counts as internal resolves to this host', () => {
    fc.assert(
      fc.property(
        fc.string(),
        (path) => !isInternal(path) || new URL(path, 'https://here.example').host === 'here.example',
      ),
    );
  });
});
