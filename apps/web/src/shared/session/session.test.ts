import { expect, test, vi } from 'vitest';
import { followEvents } from './live-events.ts';
import { ensureSession } from './session.ts';

vi.mock('./live-events.ts', () => ({ followEvents: vi.fn(() => new Promise(() => {})) }));
vi.mock('./auth.ts', () => ({
  loadAuth: async () => ({}),
  mayBeSignedIn: () => true,
  subscribeAuth: () => {},
  tokens: { getAccessToken: async () => 'token' },
}));
vi.mock('../api/client.ts', () => {
  let authUser: object | undefined;
  return {
    api: { user: { getAuthUser: async () => ({ lastEventId: '6' }) } },
    session: {
      get: () => ({ authUser, isLogin: authUser !== undefined }),
      signedIn: (user: object) => (authUser = user),
    },
  };
});

test('a stream that fails is reported, and opened again when the session is next asked for', async () => {
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
