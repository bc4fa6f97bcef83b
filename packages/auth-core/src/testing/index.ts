import type { Grant, TokenAnswer } from '../grant.js';
import { AuthConnectionError, AuthError } from '../errors.js';
import type { TabMessage, Tabs } from '../tabs.js';

/** A clock that moves when told to. */
export function createFakeClock(start = Date.UTC(2026, 0, 1)): {
  now: () => number;
  advance: (milliseconds: number) => void;
} {
  let time = start;
  return {
    now: () => time,
    advance(milliseconds) {
      time += milliseconds;
    },
  };
}

/** The tabs of one browser: they hear of each other and take turns. */
export function createFakeBrowser(): { openTab: () => Tabs } {
  const listeners = new Map<Tabs, Set<(message: TabMessage) => void>>();
  let turn: Promise<unknown> = Promise.resolve();
  return {
    openTab() {
      const tab: Tabs = {
        send(message) {
          for (const [other, heard] of listeners) if (other !== tab) for (const listener of heard) listener(message);
        },
        listen(listener) {
          const own = listeners.get(tab) ?? new Set();
          listeners.set(tab, own.add(listener));
          return () => own.delete(listener);
        },
        alone(work) {
          const next = turn.then(work, work);
          turn = next.catch(() => {});
          return next;
        },
      };
      return tab;
    },
  };
}

export interface FakeTokenServer {
  grant: Grant;
  /** Refresh requests that were answered or refused. */
  refreshes(): number;
  /** Times a spent token came back. */
  reuses(): number;
  /** While true, every request finds no connection. */
  offline: boolean;
  /** A newer sign-in elsewhere: the next refresh is refused. */
  supersede(): void;
  isAccepted(accessToken: string): boolean;
}

/** A token server that rotates refresh tokens and ends the session when a spent one comes back, without any grace. */
export function createFakeTokenServer({ expiresIn = 900, refreshExpiresIn = 7200 } = {}): FakeTokenServer {
  let serial = 0;
  let current = '';
  let access = '';
  let ended: { errCode: string } | undefined = { errCode: '12001' };
  const counts = { refreshes: 0, reuses: 0 };

  const issue = (): TokenAnswer => {
    serial += 1;
    current = `refresh-${serial}`;
    access = `access-${serial}`;
    ended = undefined;
    return { access_token: access, refresh_token: current, expires_in: expiresIn, rt_expires_in: refreshExpiresIn };
  };

  const server: FakeTokenServer = {
    offline: false,
    refreshes: () => counts.refreshes,
    reuses: () => counts.reuses,
    supersede() {
      ended = { errCode: '12002' };
    },
    isAccepted: (accessToken) => ended === undefined && accessToken === access,
    grant: {
      async begin() {
        if (server.offline) throw new AuthConnectionError(false);
        return {
          challenge: { challengeId: 'chl_fake', checks: [{ checkType: 2, masked: '' }], expiresAt: '' },
          complete: async () => issue(),
        };
      },
      async refresh(refreshToken) {
        // An answer always takes a turn of the event loop, as over a network.
        await Promise.resolve();
        if (server.offline) throw new AuthConnectionError(false);
        counts.refreshes += 1;
        if (ended) throw new AuthError(401, ended.errCode, 'refused', {});
        if (refreshToken !== current) {
          counts.reuses += 1;
          ended = { errCode: '12003' };
          throw new AuthError(401, ended.errCode, 'refused', {});
        }
        return issue();
      },
    },
  };
  return server;
}
