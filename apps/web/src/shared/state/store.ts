import { useSyncExternalStore } from 'react';

/** A value outside React that components can subscribe to. */
export interface Store<T> {
  get(): T;
  set(next: T): void;
  subscribe(listener: () => void): () => void;
  /** The value in prerendered documents, if it may differ from the current one. Hydration starts from it. */
  prerendered?: () => T;
}

/** @param prerendered value in prerendered documents, if this browser may start with another value */
export function createStore<T>(initial: T, prerendered?: () => T): Store<T> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(next) {
      if (Object.is(next, current)) return;
      current = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ...(prerendered && { prerendered }),
  };
}

export function useStore<T>(store: Pick<Store<T>, 'get' | 'subscribe' | 'prerendered'>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.prerendered ?? store.get);
}
