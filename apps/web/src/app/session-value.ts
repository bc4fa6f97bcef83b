import { stale } from './stale.ts';
import { createValue, type Value } from './value.ts';

/** A value that is one customer's own: it goes when the session ends, whichever way, so that who comes next finds nothing. */
export function createSessionValue<T>(initial: T): Value<T> {
  const value = createValue(initial);
  stale.subscribe((what) => what === 'session' && value.set(initial));
  return value;
}
