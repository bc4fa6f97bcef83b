import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { createAuth } from './auth.js';
import { AuthConnectionError, type EndCause } from './errors.js';
import { createMemoryStore } from './store/store.js';
import { createFakeBrowser, createFakeClock, createFakeTokenServer } from './testing/index.js';

function setUp(tabCount = 1) {
  const clock = createFakeClock();
  const server = createFakeTokenServer();
  const browser = createFakeBrowser();
  const store = createMemoryStore();
  const ends: EndCause[] = [];
  const tabs = Array.from({ length: tabCount }, () => {
    const auth = createAuth({ baseUrl: '/api', store, now: clock.now, tabs: browser.openTab(), grant: server.grant });
    auth.subscribe((event) => event.type === 'ended' && ends.push(event.cause));
    return auth;
  });
  const [auth = createAuth({ baseUrl: '' })] = tabs;
  const signIn = () =>
    auth.signIn({ username: 'a', password: 'b', mfa: async () => ({ checkType: 2, code: '000000' }) });
  return { auth, tabs, clock, server, store, ends, signIn };
}

describe('an access token', () => {
  test('is sent until ten seconds before it expires, then refreshed', async () => {
    const { auth, clock, server, signIn } = setUp();
    await signIn();
    clock.advance(889_999);
    expect(await auth.getAccessToken()).toBe('access-1');
    clock.advance(1);
    expect(await auth.getAccessToken()).toBe('access-2');
    expect(server.refreshes()).toBe(1);
  });

  test('expired for many callers at once is refreshed once', async () => {
    const { auth, clock, server, signIn } = setUp();
    await signIn();
    clock.advance(3_600_000);
    const tokens = await Promise.all(Array.from({ length: 100 }, () => auth.getAccessToken()));
    expect(new Set(tokens)).toEqual(new Set(['access-2']));
    expect(server.refreshes()).toBe(1);
  });

  test('refused by the server is exchanged once per token, however many calls it failed', async () => {
    const { auth, server, signIn } = setUp();
    await signIn();
    for (let call = 0; call < 10; call += 1)
      expect(await auth.getAccessToken({ rejected: 'access-1' })).toBe('access-2');
    expect(server.refreshes()).toBe(1);
  });
});

describe('a session', () => {
  test('is undefined where nobody is signed in, and asks nothing', async () => {
    const { auth, server } = setUp();
    expect(await auth.getAccessToken()).toBeUndefined();
    expect(server.refreshes()).toBe(0);
  });

  test('survives a network fault and a clock that is an hour wrong', async () => {
    const { auth, clock, server, ends, signIn } = setUp();
    await signIn();
    clock.advance(3_600_000);
    server.offline = true;
    await expect(auth.getAccessToken()).rejects.toThrow(AuthConnectionError);
    server.offline = false;
    expect(await auth.getAccessToken()).toBe('access-2');
    clock.advance(-7_200_000);
    expect(await auth.getAccessToken()).toBe('access-2');
    clock.advance(86_400_000);
    expect(await auth.getAccessToken()).toBe('access-3');
    expect(ends).toEqual([]);
  });

  test('ends when the server refuses the refresh token, and says why', async () => {
    const { auth, clock, server, ends, signIn } = setUp();
    await signIn();
    server.supersede();
    clock.advance(3_600_000);
    expect(await auth.getAccessToken()).toBeUndefined();
    expect(await auth.isSignedIn()).toBe(false);
    expect(ends).toEqual(['superseded']);
  });

  test('ended in one tab is ended in the others, which say that it was elsewhere', async () => {
    const { tabs, ends, signIn } = setUp(3);
    await signIn();
    await tabs[1]?.end('logout');
    expect(ends).toEqual(expect.arrayContaining(['logout', 'elsewhere', 'elsewhere']));
    expect(await tabs[2]?.getAccessToken()).toBeUndefined();
  });

  test('ended while a refresh was under way stays ended', async () => {
    const { auth, clock, store, signIn } = setUp();
    await signIn();
    clock.advance(3_600_000);
    const refreshing = auth.getAccessToken();
    await store.clear();
    expect(await refreshing).toBeUndefined();
    expect(await store.read()).toBeUndefined();
  });
});

test('four tabs refreshing twenty times each use every refresh token once', async () => {
  const { tabs, clock, server, ends, signIn } = setUp(4);
  await signIn();
  for (let round = 0; round < 20; round += 1) {
    clock.advance(3_600_000);
    await Promise.all(tabs.map((tab) => tab.getAccessToken()));
  }
  expect({ refreshes: server.refreshes(), reuses: server.reuses(), ends }).toEqual({
    refreshes: 20,
    reuses: 0,
    ends: [],
  });
});

test('random tabs, clocks, faults and log-outs: never a reuse, never a token after log-out', async () => {
  const step = fc.record({
    tab: fc.nat(3),
    act: fc.constantFrom('use', 'use', 'use', 'reject', 'advance', 'back', 'offline', 'online', 'logout', 'login'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { tabs, clock, server, signIn } = setUp(4);
      const pending: Promise<unknown>[] = [];
      await signIn();
      let loggedOut = false;
      for (const { tab, act } of steps) {
        const auth = tabs[tab];
        if (!auth) continue;
        if (act === 'use' || act === 'reject') {
          const wasOut = loggedOut;
          const rejected = act === 'reject' ? await auth.getAccessToken().catch(() => undefined) : undefined;
          const got = auth.getAccessToken(rejected === undefined ? undefined : { rejected }).then(
            (token) => expect(wasOut && token !== undefined).toBe(false),
            (error: unknown) => expect(error).toBeInstanceOf(AuthConnectionError),
          );
          pending.push(got);
        } else if (act === 'advance') clock.advance(1_000_000);
        else if (act === 'back') clock.advance(-500_000);
        else if (act === 'offline') server.offline = true;
        else if (act === 'online') server.offline = false;
        else if (act === 'logout') {
          await Promise.all(pending.splice(0));
          await auth.end('logout');
          loggedOut = true;
        } else if (!server.offline) {
          await Promise.all(pending.splice(0));
          await signIn();
          loggedOut = false;
        }
      }
      await Promise.all(pending);
      expect(server.reuses()).toBe(0);
    }),
  );
});

test('a session that nothing shares opens no channel: two accounts of one process hear nothing of each other', () => {
  const opened = vi.fn();
  vi.stubGlobal('BroadcastChannel', opened);
  createAuth({ baseUrl: '/api' });
  vi.unstubAllGlobals();
  expect(opened).not.toHaveBeenCalled();
});
