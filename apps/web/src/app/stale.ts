/** What is known to be out of date: one kind of answer, all of them, or (`session`) everything that was somebody's own. */
export type Stale = 'wallet-accounts' | 'orders' | 'movements' | 'everything' | 'session';

const listeners = new Set<(what: Stale) => void>();

/** Tells whoever keeps answers, without loading it. */
export const stale = {
  mark(what: Stale): void {
    for (const listener of listeners) listener(what);
  },
  subscribe(listener: (what: Stale) => void): void {
    listeners.add(listener);
  },
};
