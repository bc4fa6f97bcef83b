import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Auth, createAuth } from './auth.js';
import { AuthConnectionError, type EndCause } from './errors.js';
import type { Grant } from './grant.js';
import { createMemoryStore, type TokenStore } from './store/store.js';
import type { Tabs } from './tabs.js';
import { createFakeBrowser, createFakeClock, createFakeTokenServer } from './testing/index.js';

const graceMs = 10_000;
const person = {
  username: 'a',
  password: 'b',
  mfa: async () => ({ checkType: 2 as const, code: '000000' }),
};

const numberOf = (token: string): number => Number(token.replace('access-', ''));

const waiting = async (turns: number): Promise<void> => {
  for (let left = turns; left > 0; left -= 1) await Promise.resolve();
};

/** A server behind a network with latency. */
const far = (grant: Grant, turns: () => number, onIssue: (accessToken: string) => void): Grant => ({
  async begin(credentials) {
    const attempt = await grant.begin(credentials);
    return {
      ...attempt,
      async complete(check) {
        const answer = await attempt.complete(check);
        onIssue(answer.access_token);
        return answer;
      },
    };
  },
  async refresh(token) {
    await waiting(turns());
    const answer = await grant.refresh(token);
    onIssue(answer.access_token);
    await waiting(turns());
    return answer;
  },
});

/** A store whose operations take one or two turns, so that tabs interleave. */
function slow(store: TokenStore, turns: () => number): TokenStore {
  return {
    ...store,
    read: async () => (await waiting(turns()), store.read()),
    swap: async (...values) => (await waiting(turns()), store.swap(...values)),
  };
}

/**
 * Tabs without a lock, as in a browser without Web Locks or after a lock timeout. Only the store prevents conflicts.
 */
const unlocked = (tabs: Tabs): Tabs => ({ ...tabs, alone: (work) => work() });

const act = fc.constantFrom(
  'use',
  'use',
  'use',
  'use',
  'reject',
  'sleep',
  'wait',
  'clock back',
  'clock ahead',
  'offline',
  'online',
  'kill',
  'log out',
  'sign in',
  'wake',
);

test('keeps one consistent session through refresh, log-out, kill, offline and clock faults in many tabs', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ tab: fc.nat(3), act }), { minLength: 30, maxLength: 100 }),
      fc.boolean(),
      fc.infiniteStream(fc.nat(6)),
      async (steps, hasLock, randomTurns) => {
        const time = createFakeClock(0);
        const clock = createFakeClock();
        const server = createFakeTokenServer({ graceMs, now: time.now });
        const browser = createFakeBrowser();
        const kept = createMemoryStore();
        const ends: EndCause[] = [];
        const alive: Auth[] = [];
        const wakes = new Map<Auth, () => void>();

        let issued: string | undefined;
        const turns = (): number => randomTurns.next().value;
        const open = (index: number): void => {
          const tabs = browser.openTab();
          let wake = (): void => {};
          const auth = createAuth({
            baseUrl: '/api',
            store: slow(kept, turns),
            now: clock.now,
            elapsed: time.now,
            wakes: (listener) => (wake = listener),
            tabs: hasLock ? tabs : unlocked(tabs),
            grant: far(server.grant, turns, (token) => (issued = token)),
          });
          auth.subscribe((event) => event.type === 'ended' && ends.push(event.cause));
          wakes.set(auth, wake);
          alive[index] = auth;
        };
        for (let index = 0; index < 4; index += 1) open(index);

        let pending: Promise<unknown>[] = [];
        const settle = async (): Promise<void> => {
          await Promise.all(pending);
          pending = [];
          await waiting(200);
        };
        await alive[0]?.signIn(person);
        let isOut = false;
        // Calls right after a log-out race with it, but no request is in flight for minutes.
        const onTheWire = async (): Promise<void> => {
          if (isOut) await settle();
        };

        for (const step of steps) {
          const auth = alive[step.tab];
          if (!auth) continue;
          switch (step.act) {
            case 'use':
            case 'reject': {
              // Tokens issued until then belong to a session that was logged out.
              const spent = isOut ? numberOf(issued ?? '') : 0;
              const shown = step.act === 'reject' ? (await kept.read())?.accessToken : undefined;
              pending.push(
                auth.getAccessToken(shown === undefined ? undefined : { rejected: shown }).then(
                  // No token is returned after log-out.
                  (token) => token !== undefined && expect(numberOf(token)).toBeGreaterThan(spent),
                  (error: unknown) => expect(error).toBeInstanceOf(AuthConnectionError),
                ),
              );
              break;
            }
            case 'wake':
              wakes.get(auth)?.();
              break;
            case 'wait':
              await onTheWire();
              time.advance(400_000);
              clock.advance(400_000);
              break;
            case 'sleep':
              await onTheWire();
              clock.advance(1_000_000);
              time.advance(1_000_000);
              break;
            case 'clock back':
              clock.advance(-3_600_000);
              break;
            case 'clock ahead':
              clock.advance(3_600_000);
              break;
            case 'offline':
              server.offline = true;
              break;
            case 'online':
              server.offline = false;
              break;
            case 'kill':
              // The tab sends a refresh, the server rotates, and the tab is killed before it stores the response.
              // Another page is used next.
              await settle();
              server.answersLost = true;
              await auth.refresh().catch(() => {});
              server.answersLost = false;
              open(step.tab);
              time.advance(5000);
              clock.advance(5000);
              await alive[(step.tab + 1) % 4]?.getAccessToken().catch(() => {});
              await settle();
              break;
            case 'log out':
              await auth.end('logout');
              isOut = true;
              break;
            case 'sign in':
              if (server.offline) break;
              await auth.signIn(person);
              isOut = false;
              ends.length = 0;
              break;
          }
          if (!isOut && pending.length > 6) await settle();
        }
        await settle();

        // No spent token was used outside its grace period.
        expect(server.reuses()).toBe(0);
        const tokens = await kept.read();
        if (isOut) expect(tokens).toBeUndefined();
        else if (tokens) expect(ends).toEqual([]);
        // A session always ends with a cause. If only time passes or the network fails, the cause is its own expiry.
        else expect(new Set(ends)).toEqual(new Set(['expired']));
      },
    ),
    { numRuns: 300 },
  );
}, 60_000);
