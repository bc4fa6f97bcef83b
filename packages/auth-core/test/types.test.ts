// Checked by the compiler (`npm run typecheck`). At run time these tests check nothing.
import { expectTypeOf, test } from 'vitest';
import {
  type Auth,
  type AuthEvent,
  type Check,
  createAuth,
  type createMemoryStore,
  type EndCause,
  type Grant,
  type TokenAnswer,
  type TokenStore,
} from '../src/index.js';

test('a custom store needs four methods, and a name only if tabs share it', () => {
  expectTypeOf<ReturnType<typeof createMemoryStore>>().toEqualTypeOf<TokenStore>();
  const store = {
    read: async () => undefined,
    swap: async () => true,
    readLastPath: async () => undefined,
    writeLastPath: async () => {},
  } satisfies TokenStore;
  expectTypeOf(createAuth).toBeCallableWith({ baseUrl: '/api', store });
  // @ts-expect-error a store that can't compare can't keep two tabs apart
  void (() => createAuth({ baseUrl: '/api', store: { ...store, swap: undefined } }));
});

test('another grant implements the same interface as the password grant', () => {
  const passkey: Grant = {
    begin: async () => ({
      challenge: { challengeId: '', checks: [], expiresAt: '' },
      complete: async () => ({ access_token: '', refresh_token: '', expires_in: 1, rt_expires_in: 1 }),
    }),
    refresh: async () => ({ access_token: '', refresh_token: '', expires_in: 1, rt_expires_in: 1 }),
  };
  expectTypeOf(createAuth).toBeCallableWith({ baseUrl: '/api', grant: passkey });
  expectTypeOf<Awaited<ReturnType<Grant['refresh']>>>().toEqualTypeOf<TokenAnswer>();
});

test('a recovery code replaces only an authenticator code', () => {
  expectTypeOf<{ checkType: 3; recoveryCode: string }>().toExtend<Check>();
  expectTypeOf<{ checkType: 1; recoveryCode: string }>().not.toExtend<Check>();
});

test('every end of a session has a cause', () => {
  expectTypeOf<Extract<AuthEvent, { type: 'ended' }>['cause']>().toEqualTypeOf<EndCause>();
  expectTypeOf<Parameters<Auth['end']>>().toEqualTypeOf<[cause: EndCause]>();
});
