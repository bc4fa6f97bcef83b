// Checked by the compiler (`npm run typecheck`); run, these only show that they are here.
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

test('a store of one’s own needs these four, and a name only where tabs share it', () => {
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

test('another grant takes the password’s place behind the same shape', () => {
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

test('a recovery code stands in for the authenticator alone', () => {
  expectTypeOf<{ checkType: 3; recoveryCode: string }>().toExtend<Check>();
  expectTypeOf<{ checkType: 1; recoveryCode: string }>().not.toExtend<Check>();
});

test('whatever ends a session has a cause', () => {
  expectTypeOf<Extract<AuthEvent, { type: 'ended' }>['cause']>().toEqualTypeOf<EndCause>();
  expectTypeOf<Parameters<Auth['end']>>().toEqualTypeOf<[cause: EndCause]>();
});
