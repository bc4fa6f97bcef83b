import type { Clock } from '@wusd/server-kit/clock';
import { backoffMs } from '../../platform/jobs/backoff.ts';

/** Consecutive failures that open a circuit. */
export const failuresToOpen = 5;
/** Delay before an open circuit lets one call through. It grows with each failed call. */
const backoff = { firstMs: 30_000, longestMs: 5 * 60_000 };

export type CircuitState = 'closed' | 'open' | 'half-open';

export interface Breaker {
  readonly state: CircuitState;
  /**
   * Whether a call may be made now. When the delay of an open circuit ends, the circuit becomes half-open and lets one
   * call through.
   */
  tryAcquire(): boolean;
  succeeded(): void;
  failed(): void;
  /** Records that a call ended without information about the gateway's health. */
  released(): void;
}

export interface BreakerOptions {
  clock: Clock;
  random: () => number;
  /**
   * Called on each change. The first success also reports `closed`, because an earlier process may have left an alert
   * open.
   */
  onChange(state: 'open' | 'closed'): void;
}

/** Circuit breaker: suspends calls to a gateway that keeps failing. */
export function createBreaker({ clock, random, onChange }: BreakerOptions): Breaker {
  let state: CircuitState = 'closed';
  let failures = 0;
  let timesOpened = 0;
  let probeAt = 0;
  let hasSucceeded = false;
  const open = (): void => {
    timesOpened += 1;
    probeAt = clock.now().getTime() + backoffMs(timesOpened, backoff, random);
    const isNew = state === 'closed';
    state = 'open';
    if (isNew) onChange('open');
  };
  return {
    get state() {
      return state;
    },
    tryAcquire() {
      if (state === 'closed') return true;
      if (state === 'half-open' || clock.now().getTime() < probeAt) return false;
      state = 'half-open';
      return true;
    },
    succeeded() {
      // The answer to a call from before the circuit opened does not close it.
      if (state === 'open') return;
      failures = 0;
      timesOpened = 0;
      if (state === 'closed' && hasSucceeded) return;
      state = 'closed';
      hasSucceeded = true;
      onChange('closed');
    },
    failed() {
      if (state === 'open') return;
      failures += 1;
      if (state === 'half-open' || failures >= failuresToOpen) open();
    },
    released() {
      if (state === 'half-open') state = 'open';
    },
  };
}
