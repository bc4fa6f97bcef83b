import type { Grant, TokenAnswer } from '../grant.js';
import { AuthConnectionError, AuthError } from '../errors.js';
import type { TabMessage, Tabs } from '../tabs.js';

/** A clock that advances on request. */
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

/** The tabs of one browser: they exchange messages and share a lock. */
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
  /** Number of refresh requests that were answered or rejected. */
  refreshes(): number;
  /** Number of spent tokens that were used after their grace period. */
  reuses(): number;
  /** While true, every request finds no connection. */
  offline: boolean;
  /** While true, requests are executed but their responses are lost, as if a tab was killed before storing one. */
  answersLost: boolean;
  /** Simulates a newer sign-in elsewhere: the next refresh is rejected. */
  supersede(): void;
  isAccepted(accessToken: string): boolean;
}

/**
 * A token server that rotates refresh tokens. Within the grace period, the direct predecessor gets the same successor
 * again. Any other spent token ends the session.
 *
 * @param options.now the server's clock, independent of the clients' clocks
 */
export function createFakeTokenServer({
  expiresIn = 900,
  refreshExpiresIn = 7200,
  graceMs = 0,
  now = () => 0,
}: {
  expiresIn?: number;
  refreshExpiresIn?: number;
  graceMs?: number;
  now?: () => number;
} = {}): FakeTokenServer {
  let serial = 0;
  let session = 0;
  let current: TokenAnswer | undefined;
  let predecessor: { refreshToken: string; rotatedAt: number } | undefined;
  let expiresAt = 0;
  let ended: { errCode: string } | undefined = { errCode: '12001' };
  const counts = { refreshes: 0, reuses: 0 };

  const issue = (): TokenAnswer => {
    serial += 1;
    ended = undefined;
    expiresAt = now() + refreshExpiresIn * 1000;
    current = {
      access_token: `access-${serial}`,
      refresh_token: `refresh-${session}.${serial}`,
      expires_in: expiresIn,
      rt_expires_in: refreshExpiresIn,
    };
    return current;
  };
  const deliver = (answer: TokenAnswer): TokenAnswer => {
    if (server.answersLost) throw new AuthConnectionError(false);
    return answer;
  };
  const refuse = (errCode: string): never => {
    throw new AuthError(401, errCode, 'refused', {});
  };

  const server: FakeTokenServer = {
    offline: false,
    answersLost: false,
    refreshes: () => counts.refreshes,
    reuses: () => counts.reuses,
    supersede() {
      ended = { errCode: '12002' };
    },
    isAccepted: (accessToken) => ended === undefined && accessToken === current?.access_token,
    grant: {
      async begin() {
        if (server.offline) throw new AuthConnectionError(false);
        return {
          challenge: { challengeId: 'chl_fake', checks: [{ checkType: 2, masked: '' }], expiresAt: '' },
          async complete() {
            if (server.offline) throw new AuthConnectionError(false);
            session += 1;
            predecessor = undefined;
            return deliver(issue());
          },
        };
      },
      async refresh(refreshToken) {
        // Every response takes a turn of the event loop, as over a network.
        await Promise.resolve();
        if (server.offline) throw new AuthConnectionError(false);
        counts.refreshes += 1;
        // A newer sign-in superseded this session. A refresh of it must not end the newer session.
        if (!refreshToken.startsWith(`refresh-${session}.`)) return refuse('12002');
        if (ended) return refuse(ended.errCode);
        if (refreshToken === current?.refresh_token) {
          if (now() >= expiresAt) return refuse('12001');
          predecessor = { refreshToken, rotatedAt: now() };
          return deliver(issue());
        }
        if (current && refreshToken === predecessor?.refreshToken && now() - predecessor.rotatedAt < graceMs)
          return deliver(current);
        counts.reuses += 1;
        ended = { errCode: '12003' };
        return refuse(ended.errCode);
      },
    },
  };
  return server;
}
