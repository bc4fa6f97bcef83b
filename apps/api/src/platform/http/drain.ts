import type { Socket } from 'node:net';
import { setTimeout as pauseFor } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

export interface DrainOptions {
  /** Milliseconds for which a stopping server continues to serve while it reports that it is not ready. */
  unreadyMs: number;
  /** Milliseconds after which requests in progress are aborted. */
  drainMs: number;
  /** Ends responses that are open-ended, i.e. event streams. */
  endStreams(): void;
  /** @default a system timer */
  pause?(ms: number): Promise<unknown>;
}

export interface Drain {
  /** Whether the server is stopping. Then `/readyz` fails, and proxies route calls to other nodes. */
  isStopping(): boolean;
}

/**
 * Stops the server in order:
 *
 * 1. For `unreadyMs` the server still answers calls, and Fastify closes each connection after its answer. If the port
 *    closed at once, calls that a proxy sends before its next health check would fail.
 * 2. The server ends event streams. Clients reconnect to another node, because proxies no longer route to this one.
 * 3. The server closes idle connections at once, other connections after their answer, and all connections after
 *    `drainMs`. Node's own `close` waits without limit for connections that never sent a request, for requests that
 *    never end, and for keep-alive connections whose last answer came after the call of `close`.
 */
export function installDrain(
  app: FastifyInstance,
  { unreadyMs, drainMs, endStreams, pause = pauseFor }: DrainOptions,
): Drain {
  const requestsInProgress = new Map<Socket, number>();
  let isStopping = false;
  let isDraining = false;
  let deadline: NodeJS.Timeout | undefined;

  const count = (socket: Socket, change: number): void => {
    const inProgress = (requestsInProgress.get(socket) ?? 0) + change;
    requestsInProgress.set(socket, inProgress);
    if (isDraining && inProgress === 0) socket.destroySoon();
  };
  app.server.on('connection', (socket) => {
    requestsInProgress.set(socket, 0);
    socket.once('close', () => requestsInProgress.delete(socket));
  });
  app.server.on('request', ({ socket }, response) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  // Fastify closes its port after these hooks.
  app.addHook('preClose', async () => {
    isStopping = true;
    if (unreadyMs > 0) await pause(unreadyMs);
    endStreams();
    isDraining = true;
    deadline = setTimeout(() => app.server.closeAllConnections(), drainMs);
    for (const [socket, inProgress] of requestsInProgress) if (inProgress === 0) socket.destroySoon();
  });
  app.addHook('onClose', async () => clearTimeout(deadline));
  return { isStopping: () => isStopping };
}
