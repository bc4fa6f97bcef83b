import type { Socket } from 'node:net';
import { setTimeout as pauseFor } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

export interface DrainOptions {
  /** Milliseconds that the server goes on as before once it is told to stop, except that it says so. */
  unreadyMs: number;
  /** Milliseconds after which requests in progress are given up. */
  drainMs: number;
  /** Ends answers that have no end of their own. */
  endStreams(): void;
  /** @default a timer of the system */
  pause?(ms: number): Promise<unknown>;
}

export interface Drain {
  /** Whether the server was told to stop: `/readyz` says so, and proxies send their calls to other nodes. */
  isStopping(): boolean;
}

/**
 * Stops the server in order:
 *
 * 1. For `unreadyMs` it takes calls and answers them, and Fastify closes each connection with its answer. A server that closed its
 *    port at once would refuse the calls that a proxy sends before its next health check.
 * 2. It ends event streams. Their clients open them again, at another node, since no proxy sends them here any more.
 * 3. It closes connections: at once where no request is in progress, otherwise once it is answered, and after `drainMs` in any
 *    case. Node's own `close` waits without limit for connections that never sent a request, for requests that never end, and
 *    for keep-alive connections whose last answer came after it was called.
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
  // Fastify closes its port once these hooks are done.
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
