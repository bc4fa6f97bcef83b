import { createStore } from '../state/store.ts';

/** `offline`: the browser has no network. `unreachable`: it has a network, but the server does not answer. */
export type Connection = 'online' | 'offline' | 'unreachable';

export const connection = createStore<Connection>('online', () => 'online');
/** Time of the oldest response on screen, while there is no connection. */
export const shownAsOf = createStore<Date | undefined>(undefined);

let ask: (() => Promise<unknown>) | undefined;
let checking: Promise<void> | undefined;

/** @param askServer a call that fails if the server does not answer */
export function followConnection(askServer: () => Promise<unknown>): void {
  ask = askServer;
  const look = (): void => connection.set(navigator.onLine ? 'online' : 'offline');
  look();
  addEventListener('online', look);
  addEventListener('offline', look);
}

/** Checks the server and sets `connection`. Called after a call without a response, and to try again. */
export async function checkServer(): Promise<void> {
  if (!ask || !navigator.onLine) return;
  checking ??= ask()
    .then(
      () => connection.set('online'),
      () => connection.set(navigator.onLine ? 'unreachable' : 'offline'),
    )
    .finally(() => (checking = undefined));
  await checking;
}
