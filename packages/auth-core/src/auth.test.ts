import { describe, expect, test, vi } from 'vitest';
import { createAuth } from './auth.js';
import { AuthConnectionError, AuthError, type EndCause } from './errors.js';
import { createMemoryStore } from './store/store.js';
import { createFakeBrowser, createFakeClock, createFakeTokenServer } from './testing/index.js';

/** The tabs of one browser, with a clock that can be wrong (`clock`) and a monotonic one (`time`). */
function setUp(tabCount = 1) {
  const time = createFakeClock(0);
  const clock = createFakeClock();
  const server = createFakeTokenServer({ graceMs: 10_000, now: time.now });
  const browser = createFakeBrowser();
  const store = createMemoryStore();
  const ends: EndCause[] = [];
  const wakes: (() => void)[] = [];
  const tabs = Array.from({ length: tabCount }, () => {
    const auth = createAuth({
      baseUrl: '/api',
      store,
      now: clock.now,
      elapsed: time.now,
      wakes: (listener) => wakes.push(listener),
      tabs: browser.openTab(),
      grant: server.grant,
    });
    auth.subscribe((event) => event.type === 'ended' && ends.push(event.cause));
    return auth;
  });
  const [auth = createAuth({ baseUrl: '' })] = tabs;
  const signIn = () =>
    auth.signIn({ username: 'a', password: 'b', mfa: async () => ({ checkType: 2, code: '000000' }) });
  const advance = (milliseconds: number): void => {
    time.advance(milliseconds);
    clock.advance(milliseconds);
  };
  /** Runs pending work that no test awaits. */
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return { auth, tabs, clock, time, advance, server, store, ends, wakes, settle, signIn };
}

describe('an access token', () => {
  test('is sent until ten seconds before it expires, then refreshed', async () => {
    const { auth, advance, server, signIn } = setUp();
    await signIn();
    advance(829_999);
    expect(await auth.getAccessToken()).toBe('access-1');
    expect(server.refreshes()).toBe(0);
    advance(60_001);
    expect(await auth.getAccessToken()).toBe('access-2');
    expect(server.refreshes()).toBe(1);
  });

  test('in its last minute is still sent while a single background refresh runs', async () => {
    const { auth, advance, server, settle, signIn } = setUp();
    await signIn();
    advance(830_000);
    expect(await Promise.all([auth.getAccessToken(), auth.getAccessToken()])).toEqual(['access-1', 'access-1']);
    await settle();
    expect(await auth.getAccessToken()).toBe('access-2');
    expect(server.refreshes()).toBe(1);
  });

  test('is refreshed once for many concurrent callers after it expired', async () => {
    const { auth, advance, server, signIn } = setUp();
    await signIn();
    advance(3_600_000);
    const tokens = await Promise.all(Array.from({ length: 100 }, () => auth.getAccessToken()));
    expect(new Set(tokens)).toEqual(new Set(['access-2']));
    expect(server.refreshes()).toBe(1);
  });

  test('is exchanged once after the server rejects it, however many calls failed', async () => {
    const { auth, server, signIn } = setUp();
    await signIn();
    for (let call = 0; call < 10; call += 1)
      expect(await auth.getAccessToken({ rejected: 'access-1' })).toBe('access-2');
    expect(server.refreshes()).toBe(1);
  });

  test('expires on time although the clock is set back', async () => {
    const { auth, time, clock, signIn } = setUp();
    await signIn();
    await auth.getAccessToken();
    time.advance(3_600_000);
    clock.advance(-3_600_000);
    expect(await auth.getAccessToken()).toBe('access-2');
  });

  test('expires during a sleep in which only the clock advanced', async () => {
    const { auth, clock, signIn } = setUp();
    await signIn();
    await auth.getAccessToken();
    clock.advance(3_600_000);
    expect(await auth.getAccessToken()).toBe('access-2');
  });

  test('that expired during sleep is exchanged on waking, before any call', async () => {
    const { auth, advance, server, wakes, settle, signIn } = setUp();
    await signIn();
    advance(3_600_000);
    for (const wake of wakes) wake();
    await settle();
    expect(server.refreshes()).toBe(1);
    expect(await auth.getAccessToken()).toBe('access-2');
  });
});

describe('a session', () => {
  test('is undefined and sends no request if nobody is signed in', async () => {
    const { auth, server, wakes, settle } = setUp();
    expect(await auth.getAccessToken()).toBeUndefined();
    for (const wake of wakes) wake();
    await settle();
    expect(server.refreshes()).toBe(0);
  });

  test('survives a network fault and a clock that is one hour wrong', async () => {
    const { auth, clock, advance, server, ends, signIn } = setUp();
    await signIn();
    advance(3_600_000);
    server.offline = true;
    await expect(auth.getAccessToken()).rejects.toThrow(AuthConnectionError);
    server.offline = false;
    expect(await auth.getAccessToken()).toBe('access-2');
    clock.advance(-7_200_000);
    expect(await auth.getAccessToken()).toBe('access-2');
    clock.advance(10_800_000);
    expect(await auth.getAccessToken()).toBe('access-3');
    expect(ends).toEqual([]);
  });

  test('lets the server decide if the refresh token is expired only by the clock of the device', async () => {
    const { auth, clock, ends, signIn } = setUp();
    await signIn();
    clock.advance(86_400_000);
    expect(await auth.getAccessToken()).toBe('access-2');
    expect(ends).toEqual([]);
  });

  test('ends on waking after a day of sleep, online or offline', async () => {
    for (const offline of [false, true]) {
      const { auth, advance, server, ends, wakes, settle, signIn } = setUp();
      await signIn();
      advance(86_400_000);
      server.offline = offline;
      for (const wake of wakes) wake();
      await settle();
      expect(ends).toEqual(['expired']);
      expect(await auth.isSignedIn()).toBe(false);
    }
  });

  test('ends with the cause when the server rejects the refresh token', async () => {
    const { auth, advance, server, ends, signIn } = setUp();
    await signIn();
    server.supersede();
    advance(3_600_000);
    expect(await auth.getAccessToken()).toBeUndefined();
    expect(await auth.isSignedIn()).toBe(false);
    expect(ends).toEqual(['superseded']);
  });

  test('ends in all tabs when one tab ends it, with the cause elsewhere in the others', async () => {
    const { tabs, ends, signIn } = setUp(3);
    await signIn();
    await tabs[1]?.end('logout');
    expect(ends).toEqual(expect.arrayContaining(['logout', 'elsewhere', 'elsewhere']));
    expect(await tabs[2]?.getAccessToken()).toBeUndefined();
  });

  test('stays ended if it ended during a refresh', async () => {
    const { auth, advance, store, server, signIn } = setUp();
    await signIn();
    advance(3_600_000);
    const { refresh } = server.grant;
    // The session ends after the server's response and before it is stored.
    server.grant.refresh = async (token) => {
      const answer = await refresh(token);
      await store.swap(undefined);
      return answer;
    };
    expect(await auth.getAccessToken()).toBeUndefined();
    expect(await store.read()).toBeUndefined();
  });

  test('is not ended by a rejected refresh of an earlier session', async () => {
    const { auth, tabs, advance, server, ends, signIn } = setUp(2);
    await signIn();
    advance(3_600_000);
    server.supersede();
    const refreshing = tabs[1]?.getAccessToken();
    await signIn();
    expect(await refreshing).toBe('access-2');
    expect(await auth.getAccessToken()).toBe('access-2');
    expect(ends).toEqual([]);
  });

  test('survives if the page is left during an early refresh', async () => {
    const { store, server, ends, signIn, tabs, advance, clock, time, settle } = setUp(1);
    await signIn();
    server.answersLost = true;
    await tabs[0]?.refresh().catch(() => {});
    server.answersLost = false;
    // The next page of this browser, which sends the access token at once.
    const next = createAuth({ baseUrl: '/api', store, now: clock.now, elapsed: time.now, grant: server.grant });
    next.subscribe((event) => event.type === 'ended' && ends.push(event.cause));
    expect(await next.getAccessToken()).toBe('access-1');
    await settle();
    expect(await next.getAccessToken()).toBe('access-2');
    advance(3_600_000);
    expect(await next.getAccessToken()).toBe('access-3');
    expect({ reuses: server.reuses(), ends }).toEqual({ reuses: 0, ends: [] });
  });

  test('survives the loss of a refresh response in the page', async () => {
    const { auth, server, ends, signIn, advance, settle } = setUp();
    await signIn();
    server.answersLost = true;
    await auth.refresh().catch(() => {});
    server.answersLost = false;
    advance(2000);
    expect(await auth.getAccessToken()).toBe('access-1');
    await settle();
    expect(await auth.getAccessToken()).toBe('access-2');
    advance(3_600_000);
    expect(await auth.getAccessToken()).toBe('access-3');
    expect({ reuses: server.reuses(), ends }).toEqual({ reuses: 0, ends: [] });
  });

  test('survives a missing first response, and repeats the refresh at once', async () => {
    const { auth, server, ends, signIn } = setUp();
    await signIn();
    const { refresh } = server.grant;
    const limits: (number | undefined)[] = [];
    server.grant.refresh = async (token, timeoutMs) => {
      limits.push(timeoutMs);
      const answer = await refresh(token);
      if (limits.length === 1) throw new AuthConnectionError(true);
      return answer;
    };
    expect(await auth.refresh()).toBe(true);
    expect(await auth.getAccessToken()).toBe('access-2');
    // The second attempt has the time limit of other calls.
    expect(limits).toEqual([4000, undefined]);
    expect({ reuses: server.reuses(), ends }).toEqual({ reuses: 0, ends: [] });
  });

  test.each([
    ['429, which was refused before anything was done', 429, 1],
    ['503, of which nobody knows whether it was done', 503, 2],
  ])('after %s (status %i), sends the refresh this many times: %i', async (_, status, times) => {
    const { auth, server, signIn, settle, advance } = setUp();
    await signIn();
    let asked = 0;
    server.grant.refresh = () => {
      asked += 1;
      return Promise.reject(new AuthError(status, '00009', 'Later', {}));
    };
    await auth.refresh().catch(() => {});
    for (const wait of [0, 1999, 1, 0]) {
      advance(wait);
      expect(await auth.getAccessToken()).toBe('access-1');
      await settle();
    }
    expect(asked).toBe(times);
  });

  test.each([null, {}, { access_token: 'a' }])('is not ended by an invalid response: %j', async (answer) => {
    const { auth, server, signIn, ends } = setUp();
    await signIn();
    server.grant.refresh = () => Promise.resolve(answer as never);
    await expect(auth.refresh()).rejects.toThrow(AuthConnectionError);
    expect(await auth.getAccessToken()).toBe('access-1');
    expect(ends).toEqual([]);
  });

  test('is used by this page and others during an early refresh', async () => {
    const { tabs, server, signIn } = setUp(2);
    await signIn();
    await tabs[1]?.getAccessToken();
    const refreshing = Promise.withResolvers<void>();
    const { refresh } = server.grant;
    server.grant.refresh = async (token) => {
      await refreshing.promise;
      return refresh(token);
    };
    const refreshed = tabs[0]?.refresh();
    for (const tab of tabs) expect(await tab.getAccessToken()).toBe('access-1');
    refreshing.resolve();
    await refreshed;
    for (const tab of tabs) expect(await tab.getAccessToken()).toBe('access-2');
  });

  test('is deleted at once on log-out, also offline (control 14)', async () => {
    const { auth, store, server, ends, signIn } = setUp();
    await signIn();
    server.offline = true;
    const fetch = vi.fn(() => Promise.reject(new TypeError('offline')));
    const offline = createAuth({ baseUrl: '/api', store, grant: server.grant, fetch });
    await offline.signOut();
    expect(await auth.isSignedIn()).toBe(false);
    expect(await store.read()).toBeUndefined();
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(ends).toEqual([]);
  });
});

test('uses every refresh token once when four tabs refresh twenty times each', async () => {
  const { tabs, advance, server, ends, signIn } = setUp(4);
  await signIn();
  for (let round = 0; round < 20; round += 1) {
    advance(3_600_000);
    await Promise.all(tabs.map((tab) => tab.getAccessToken()));
  }
  expect({ refreshes: server.refreshes(), reuses: server.reuses(), ends }).toEqual({
    refreshes: 20,
    reuses: 0,
    ends: [],
  });
});

test('opens no channel for an unshared session: two accounts of one process receive no messages of each other', () => {
  const opened = vi.fn();
  vi.stubGlobal('BroadcastChannel', opened);
  createAuth({ baseUrl: '/api' });
  vi.unstubAllGlobals();
  expect(opened).not.toHaveBeenCalled();
});
