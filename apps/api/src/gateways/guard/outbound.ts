import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<AbortSignal>();

/** Runs an adapter's work under a signal, which its calls follow by `outboundSignal`. */
export function withOutboundSignal<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return current.run(signal, work);
}

/** For an adapter's call: ends after `timeoutMs`, and at once where the deadline around it is over or the process stops. */
export function outboundSignal(timeoutMs: number): AbortSignal {
  const around = current.getStore();
  const timeout = AbortSignal.timeout(timeoutMs);
  return around ? AbortSignal.any([around, timeout]) : timeout;
}

/** The signal around this call, where there is one. */
export const currentOutboundSignal = (): AbortSignal | undefined => current.getStore();
