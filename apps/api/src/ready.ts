// Checks whether the process on this machine is ready, for health checks of containers and for services that depend on
// it.
//
//   wusd ready [--signer] [seconds to wait, default 0]      exits with 0 if it is ready, otherwise with 1
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Timeout of one check, and the pause before the next check. */
const answerMs = 3000;
const againMs = 250;

/** Whether the server returns 200 for `/readyz`. */
const isServerReady = (port: string): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(answerMs) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Whether the signer accepts connections. It rejects clients without a certificate, such as this program. */
const isSignerReady = (port: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', timeout: answerMs });
    const end = (isReady: boolean): void => {
      socket.destroy();
      resolve(isReady);
    };
    socket
      .once('connect', () => end(true))
      .once('error', () => end(false))
      .once('timeout', () => end(false));
  });

async function isReadyWithin(ask: () => Promise<boolean>, waitMs: number): Promise<boolean> {
  const until = performance.now() + waitMs;
  for (;;) {
    if (await ask()) return true;
    if (performance.now() >= until) return false;
    await pause(againMs);
  }
}

const args = process.argv.slice(2);
const isSigner = args.includes('--signer');
const seconds = Number(args.find((arg) => arg !== '--signer') ?? 0);
const { PORT: port = isSigner ? '8443' : '8080' } = process.env;
const ask = (): Promise<boolean> => (isSigner ? isSignerReady(port) : isServerReady(port));
if (!(await isReadyWithin(ask, seconds * 1000))) {
  console.error(`Nothing is ready on port ${port}.`);
  process.exitCode = 1;
}
