import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Closes connections when the server stops: at once where no request is in progress, otherwise once it is answered, and after
 * `drainMs` in any case. Node's own `close` waits without limit for connections that never sent a request, for requests that
 * never end, and for keep-alive connections whose last answer came after it was called.
 */
export function installDrain(app: FastifyInstance, drainMs: number): void {
  const requestsInProgress = new Map<Socket, number>();
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
  app.addHook('preClose', async () => {
    isDraining = true;
    deadline = setTimeout(() => app.server.closeAllConnections(), drainMs);
    for (const [socket, inProgress] of requestsInProgress) if (inProgress === 0) socket.destroySoon();
  });
  app.addHook('onClose', async () => clearTimeout(deadline));
}
