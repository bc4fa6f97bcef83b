/** Calls back at moments when time may have passed unnoticed. */
export type Wakes = (listener: () => void) => void;

/** A page that becomes visible, is shown again from memory, or comes back online. Elsewhere there are none. */
export const pageWakes: Wakes = (listener) => {
  if (typeof document === 'undefined') return;
  const whenVisible = (): void => {
    if (document.visibilityState === 'visible') listener();
  };
  document.addEventListener('visibilitychange', whenVisible);
  addEventListener('pageshow', whenVisible);
  addEventListener('online', whenVisible);
};
