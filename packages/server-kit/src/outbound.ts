import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<AbortSignal>();

/** Runs an adapter's work with a signal, which `outboundSignal` passes to its calls. */
export function withOutboundSignal<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return storage.run(signal, work);
}

/**
 * Signal for one outbound call. It aborts after `timeoutMs`, at the deadline of the guard, or when the process stops.
 */
export function outboundSignal(timeoutMs: number): AbortSignal {
  const guardSignal = storage.getStore();
  const timeout = AbortSignal.timeout(timeoutMs);
  return guardSignal ? AbortSignal.any([guardSignal, timeout]) : timeout;
}

/** Signal of the guard around the current call; undefined without a guard. */
export const currentOutboundSignal = (): AbortSignal | undefined => storage.getStore();
