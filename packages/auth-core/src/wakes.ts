/** Calls the listener at moments when time may have passed without timers. */
export type Wakes = (listener: () => void) => void;

/**
 * The page becomes visible, is restored from memory, or comes back online. Outside of pages there are no such events.
 */
export const pageWakes: Wakes = (listener) => {
  if (typeof document === 'undefined') return;
  const whenVisible = (): void => {
    if (document.visibilityState === 'visible') listener();
  };
  document.addEventListener('visibilitychange', whenVisible);
  addEventListener('pageshow', whenVisible);
  addEventListener('online', whenVisible);
};
