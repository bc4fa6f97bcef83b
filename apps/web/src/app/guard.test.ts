import { describe, expect, test } from 'vitest';
import { guard } from './guard.ts';
import type { Access } from '../shared/routing/route-table.ts';

const stranger = { ensureSession: async () => false, holds: () => false };
const customer = (...scopes: string[]) => ({
  ensureSession: async () => true,
  holds: (scope: string) => scopes.includes(scope),
});
const wallet: Access = { allOf: ['wallet.wallets'] };

describe('the guard', () => {
  test('admits everyone to public pages without requesting a session', async () => {
    const never = { ensureSession: () => Promise.reject(new Error('asked')), holds: () => false };
    expect(await guard('/home', 'public', never)).toBeUndefined();
  });

  test('redirects a visitor without a session to /home and remembers the path', async () => {
    expect(await guard('/wallet', wallet, stranger)).toEqual({ to: '/home', remember: true });
    expect(await guard('/account-info', 'signed-in', stranger)).toEqual({ to: '/home', remember: true });
  });

  test('redirects a customer without the scope to /404', async () => {
    expect(await guard('/wallet', wallet, customer('wallet'))).toEqual({ to: '/404', remember: false });
    expect(await guard('/wallet', wallet, customer('wallet.wallets'))).toBeUndefined();
  });

  test.each(['/login', '/register', '/security-verification/login'])(
    'redirects a customer from %s to /home, and admits a visitor even if the server is unreachable',
    async (path) => {
      expect(await guard(path, 'public', customer())).toEqual({ to: '/home', remember: false });
      expect(
        await guard(path, 'public', { ensureSession: () => Promise.reject(new Error('away')), holds: () => false }),
      ).toBeUndefined();
    },
  );
});
