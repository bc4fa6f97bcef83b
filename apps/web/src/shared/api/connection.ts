import { createStore } from '../state/store.ts';

/** `offline` is the browser’s word; `unreachable`: it has a network, and the server does not answer. */
export type Connection = 'online' | 'offline' | 'unreachable';

export const connection = createStore<Connection>('online', () => 'online');
/** While there is no connection: when the oldest of what is shown was answered. */
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

/** Asks the server, because a call had no answer or to try again, and sets `connection` by whether it answers. */
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
