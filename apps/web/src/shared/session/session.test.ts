import { expect, test, vi } from 'vitest';
import { followEvents } from './live-events.ts';
import { stubLocalStorage, stubSessionStorage } from '../../../testing/session-storage.ts';
import { ensureSession, watchSession } from './session.ts';

const { listeners, mayBeSignedIn } = vi.hoisted(() => ({
  listeners: [] as ((event: { type: string; cause?: string }) => void)[],
  mayBeSignedIn: vi.fn(() => true),
}));
const { removeOthersDrafts } = vi.hoisted(() => ({ removeOthersDrafts: vi.fn() }));
vi.mock('./live-events.ts', () => ({ followEvents: vi.fn(() => new Promise(() => {})), removeOthersDrafts }));
vi.mock('./auth.ts', () => ({
  loadAuth: async () => ({ writeLastPath: async () => {} }),
  mayBeSignedIn,
  subscribeAuth: (listener: (typeof listeners)[number]) => void listeners.push(listener),
  tokens: { getAccessToken: async () => 'token' },
}));
vi.mock('../api/client.ts', () => {
  let authUser: object | undefined;
  return {
    api: { user: { getAuthUser: async () => ({ email: 'mei@example.com', lastEventId: '6' }) } },
    session: {
      get: () => ({ authUser, isLogin: authUser !== undefined }),
      signedIn: (user: object) => (authUser = user),
      clear: () => (authUser = undefined),
    },
  };
});

test('a failed stream is reported, and opened again by the next ensureSession', async () => {
  const refused = new Error('Status 403');
  const reportError = vi.fn();
  vi.stubGlobal('reportError', reportError);
  vi.mocked(followEvents).mockRejectedValueOnce(refused);

  expect(await ensureSession()).toBe(true);
  await vi.waitFor(() => expect(reportError).toHaveBeenCalledWith(refused));
  expect(followEvents).toHaveBeenCalledTimes(1);

  expect(await ensureSession()).toBe(true);
  await vi.waitFor(() => expect(followEvents).toHaveBeenCalledTimes(2));
  expect(await ensureSession()).toBe(true);
  expect(followEvents).toHaveBeenCalledTimes(2);
  vi.unstubAllGlobals();
});

test('the end of a session removes session values from storage', () => {
  const storage = stubSessionStorage();
  storage['session:payment:remit'] = '{}';
  watchSession(
    () => {},
    () => '/',
  );
  for (const listener of listeners) listener({ type: 'ended', cause: 'logout' });
  expect(Object.keys(storage)).toEqual([]);
  vi.unstubAllGlobals();
});

test('session values are removed at the start if the session ended while this tab was closed', async () => {
  const storage = stubSessionStorage();
  storage['session:payment:remit'] = '{}';
  mayBeSignedIn.mockReturnValueOnce(false);
  expect(await ensureSession()).toBe(false);
  expect(Object.keys(storage)).toEqual([]);
  vi.unstubAllGlobals();
});

test.each([
  ['expired', ['wusd-draft:remit', 'other']],
  ['logout', ['other']],
  ['elsewhere', ['other']],
  ['revoked', ['other']],
  ['superseded', ['other']],
  ['reused', ['other']],
  ['user-updated', ['other']],
])('a session that ends with the cause %s leaves %j in local storage', (cause, left) => {
  stubSessionStorage();
  const storage = stubLocalStorage();
  storage['wusd-draft:remit'] = 'sealed';
  storage['other'] = '1';
  watchSession(
    () => {},
    () => '/',
  );
  for (const listener of listeners) listener({ type: 'ended', cause });
  expect(Object.keys(storage)).toEqual(left);
  vi.unstubAllGlobals();
});

test('a sign-in removes the drafts of other customers', async () => {
  stubSessionStorage();
  for (const listener of listeners) listener({ type: 'ended', cause: 'expired' });
  removeOthersDrafts.mockClear();
  expect(await ensureSession()).toBe(true);
  await expect.poll(() => removeOthersDrafts.mock.calls.length).toBe(1);
  vi.unstubAllGlobals();
});
