import type { EndCause } from './errors.js';

/** What one tab tells the others: that something changed, never what. */
export interface TabMessage {
  generation: number;
  /** Present where the session ended. */
  ended?: EndCause;
}

/** How the tabs of one browser hear of each other and take turns. */
export interface Tabs {
  send(message: TabMessage): void;
  listen(listener: (message: TabMessage) => void): void;
  /** Runs alone among the tabs, or after `patienceMs` whether alone or not: a hint that saves requests, not a guarantee. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

/** Well within the ten seconds for which the server repeats its answer to a refresh: whoever holds the lock may be frozen. */
const patienceMs = 4000;

/** For a session that nothing else shares. */
export const noTabs: Tabs = {
  send() {},
  listen() {},
  alone: (work) => work(),
};

/**
 * BroadcastChannel and Web Locks where the browser has them; without them a tab is on its own.
 *
 * @param name of what the tabs share: only those of one name hear of each other
 */
export function createBrowserTabs(name: string): Tabs {
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name);
  // Node has the class too, and would wait for messages for ever.
  (channel as { unref?: () => void } | undefined)?.unref?.();
  return {
    send: (message) => channel?.postMessage(message),
    listen(listener) {
      channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => listener(data));
    },
    async alone(work) {
      if (typeof navigator === 'undefined' || !navigator.locks) return work();
      let begun = false;
      try {
        // Once the lock is held, the end of patience changes nothing.
        return await navigator.locks.request(name, { signal: AbortSignal.timeout(patienceMs) }, () => {
          begun = true;
          return work();
        });
      } catch (error) {
        if (begun) throw error;
        return work();
      }
    },
  };
}
