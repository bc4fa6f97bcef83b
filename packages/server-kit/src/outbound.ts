import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<AbortSignal>();

/** Runs an adapter's work with a signal, which its calls receive from `outboundSignal`. */
export function withOutboundSignal<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return storage.run(signal, work);
}

/** Signal of one outbound call: aborts after `timeoutMs`, at the deadline of the guard, or when the process stops. */
export function outboundSignal(timeoutMs: number): AbortSignal {
  const guardSignal = storage.getStore();
  const timeout = AbortSignal.timeout(timeoutMs);
  return guardSignal ? AbortSignal.any([guardSignal, timeout]) : timeout;
}

/** Signal of the guard around the current call, if there is one. */
export const currentOutboundSignal = (): AbortSignal | undefined => storage.getStore();
