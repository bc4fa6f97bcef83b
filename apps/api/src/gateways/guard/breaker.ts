import type { Clock } from '../../platform/clock.ts';
import { backoffMs } from '../../platform/jobs/backoff.ts';

/** Consecutive failures that open a circuit. */
export const failuresToOpen = 5;
/** How long an open circuit waits before it lets one call through, longer after each call that failed. */
const wait = { firstMs: 30_000, longestMs: 5 * 60_000 };

export type CircuitState = 'closed' | 'open' | 'half-open';

export interface Breaker {
  readonly state: CircuitState;
  /** Whether a call may be made now. An open circuit whose wait is over becomes half-open, and lets one call through. */
  tryAcquire(): boolean;
  succeeded(): void;
  failed(): void;
  /** The call ended without telling anything of the gateway. */
  released(): void;
}

export interface BreakerOptions {
  clock: Clock;
  random: () => number;
  /** Told of `open` and `closed` as they come about; a first success says `closed` too, as an earlier process may have left it open. */
  onChange(state: 'open' | 'closed'): void;
}

/** A circuit breaker: no gateway is asked again and again while it fails. */
export function createBreaker({ clock, random, onChange }: BreakerOptions): Breaker {
  let state: CircuitState = 'closed';
  let failures = 0;
  let opened = 0;
  let probeAt = 0;
  let isProven = false;
  const open = (): void => {
    opened += 1;
    probeAt = clock.now().getTime() + backoffMs(opened, wait, random);
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
      // An answer to a call that was made before the circuit opened does not close it.
      if (state === 'open') return;
      failures = 0;
      opened = 0;
      if (state === 'closed' && isProven) return;
      state = 'closed';
      isProven = true;
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
