import { invalidation } from '../api/invalidation.ts';
import { createStore, type Store } from '../state/store.ts';

/** A value that is one customer's own: it goes when the session ends, whichever way, so that who comes next finds nothing. */
export function createSessionStore<T>(initial: T): Store<T> {
  const value = createStore(initial);
  invalidation.subscribe((event) => event === 'session-ended' && value.set(initial));
  return value;
}
