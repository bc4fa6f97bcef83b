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
