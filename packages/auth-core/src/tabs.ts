import type { EndCause } from './errors.js';

/** Message of a tab to the others: it reports that something changed, without content. */
export interface TabMessage {
  generation: number;
  /** Set if the session ended. */
  ended?: EndCause;
}

/** Communication and locking between the tabs of one browser. */
export interface Tabs {
  send(message: TabMessage): void;
  listen(listener: (message: TabMessage) => void): void;
  /** Runs exclusively among the tabs, or after `patienceMs` in any case: it saves requests, but is not a guarantee. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Well below the ten seconds for which the server repeats a refresh response, because the tab that holds the lock may
 * be frozen.
 */
const patienceMs = 4000;

/** For a session that is not shared. */
export const noTabs: Tabs = {
  send() {},
  listen() {},
  alone: (work) => work(),
};

/**
 * Uses BroadcastChannel and Web Locks if the browser has them. Otherwise tabs are independent.
 *
 * @param name only tabs with the same name communicate
 */
export function createBrowserTabs(name: string): Tabs {
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name);
  // In Node.js, an open channel would keep the process running.
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
        // Once the lock is held, the timeout has no effect.
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
