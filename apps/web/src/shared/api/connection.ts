import { createStore } from '../state/store.ts';

export const isOnline = createStore(true, () => true);
/** While the browser is offline: when the oldest of what is shown was answered. */
export const shownAsOf = createStore<Date | undefined>(undefined);

/** The browser’s word for it: that a server can’t be reached although there is a network, each call says itself. */
export function followConnection(): void {
  const look = (): void => isOnline.set(navigator.onLine);
  look();
  addEventListener('online', look);
  addEventListener('offline', look);
}
