import { invalidation } from '../api/invalidation.ts';
import { createStore, type Store } from '../state/store.ts';

/** A store for data of the signed-in customer. It resets to its initial value when the session ends for any reason. */
export function createSessionStore<T>(initial: T): Store<T> {
  const store = createStore(initial);
  invalidation.subscribe((event) => event === 'session-ended' && store.set(initial));
  return store;
}
