import { createStore } from '../state/store.ts';

/** `offline`: the browser has no network. `unreachable`: it has one, and the server does not answer. */
export type Connection = 'online' | 'offline' | 'unreachable';

export const connection = createStore<Connection>('online', () => 'online');
/** While there is no connection: the time of the oldest answer on screen. */
export const shownAsOf = createStore<Date | undefined>(undefined);

let ask: (() => Promise<unknown>) | undefined;
let checking: Promise<void> | undefined;

/** @param askServer a call that fails where there is no server */
export function followConnection(askServer: () => Promise<unknown>): void {
  ask = askServer;
  const look = (): void => connection.set(navigator.onLine ? 'online' : 'offline');
  look();
  addEventListener('online', look);
  addEventListener('offline', look);
}

/** Sets `connection` by whether the server answers now. Called after a call without an answer, and to try again. */
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
