import { connect, type Socket } from 'node:net';
import type { FileScanPort, ScanVerdict } from '../platform/files/scanner.ts';

const timeoutMs = 30_000;
const chunkBytes = 64 * 1024;

/** Address of clamd: a host and port, or a Unix socket. */
export type ClamdAddress = { host: string; port: number } | { path: string };

/**
 * Parses `tcp://127.0.0.1:3310` or `unix:///run/clamav/clamd.ctl`.
 *
 * @throws TypeError for any other URL
 */
export function readClamdAddress(text: string): ClamdAddress {
  const { protocol, hostname, port, pathname } = new URL(text);
  if (protocol === 'tcp:' && hostname !== '' && port !== '') return { host: hostname, port: Number(port) };
  if (protocol === 'unix:' && pathname.length > 1) return { path: decodeURIComponent(pathname) };
  throw new TypeError('it must be tcp://host:port or unix:///path');
}

/**
 * Scans files with ClamAV's daemon, by the INSTREAM command of its protocol (clamd(8)). Rejects without a clear
 * verdict.
 */
export function createClamd(address: ClamdAddress): FileScanPort {
  return {
    async scan(bytes) {
      const socket = connect(address);
      socket.setTimeout(timeoutMs, () => socket.destroy(new Error('clamd did not answer in time')));
      try {
        const response = await exchange(socket, bytes);
        return parseVerdict(response);
      } finally {
        socket.destroy();
      }
    },
  };
}

function exchange(socket: Socket, bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    socket.once('error', reject);
    socket.on('data', (part: Buffer) => parts.push(part));
    // A truncated response lacks the terminator, so `parseVerdict` rejects it.
    socket.once('close', () => resolve(Buffer.concat(parts).toString()));
    socket.once('connect', () => {
      socket.write('zINSTREAM\0');
      for (let at = 0; at < bytes.length; at += chunkBytes) {
        const chunk = bytes.subarray(at, at + chunkBytes);
        socket.write(encodeLength(chunk.length));
        socket.write(chunk);
      }
      socket.write(encodeLength(0));
    });
  });
}

function encodeLength(count: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(count);
  return length;
}

/** @throws Error if the response is neither clean nor a detection */
function parseVerdict(response: string): ScanVerdict {
  if (response === 'stream: OK\0') return { isClean: true };
  const signature = /^stream: (.+) FOUND\0$/.exec(response)?.[1];
  if (signature !== undefined) return { isClean: false, signature };
  throw new Error(`clamd gave no verdict: ${JSON.stringify(response.slice(0, 100))}`);
}
