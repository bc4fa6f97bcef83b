import type { AddressInfo, Server } from 'node:net';

/** Starts a server on loopback. @returns the port */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resume) => void server.listen(0, '127.0.0.1', resume));
  return portOf(server);
}

/** The port of a listening server. */
export function portOf(server: { address(): AddressInfo | string | null }): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port');
  return address.port;
}
