import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { posix } from 'node:path';
import SftpClient from 'ssh2-sftp-client';
import { currentOutboundSignal } from '@wusd/server-kit/outbound';
import type { FileStore } from './file-store.ts';
import * as v from 'valibot';

export interface SftpSettings {
  host: string;
  port: number;
  username: string;
  /** In OpenSSH or PEM format. */
  privateKey: Buffer;
  /** SHA-256 fingerprint of the bank's host key in base64, as `ssh-keygen -l` prints it. Other hosts are rejected. */
  hostKey: string;
  root: string;
}

/**
 * A folder on the bank's SFTP server. Each call opens its own connection, so a broken connection affects no other
 * call.
 */
export function createSftpStore({ host, port, username, privateKey, hostKey, root }: SftpSettings): FileStore {
  const at = (path: string): string => posix.join(root, path);
  const withClient = async <T>(work: (client: SftpClient) => Promise<T>): Promise<T> => {
    const client = new SftpClient();
    const sock = connect({ host, port, noDelay: true });
    const onAbort = (): void => void sock.destroy();
    const signal = currentOutboundSignal();
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      await client.connect({
        // With `noDelay`, because SFTP sends many short messages that Nagle's algorithm would hold back.
        sock,
        username,
        privateKey,
        readyTimeout: 20_000,
        // Detects a server that stopped responding.
        keepaliveInterval: 10_000,
        keepaliveCountMax: 2,
        hostVerifier: (key: Buffer) => createHash('sha256').update(key).digest('base64').replace(/=+$/, '') === hostKey,
      });
      return await work(client);
    } finally {
      signal?.removeEventListener('abort', onAbort);
      // Closing a broken connection fails too. The error of the call is the one to report.
      await client.end().catch(() => {});
    }
  };
  return {
    list: (folder) =>
      withClient(async (client) => {
        if ((await client.exists(at(folder))) !== 'd') return [];
        const entries = await client.list(at(folder));
        return entries
          .filter(({ type, name }) => type === '-' && !name.startsWith('.'))
          .map(({ name, modifyTime }) => ({ name, modifiedAt: new Date(modifyTime) }));
      }),
    read: (path) => withClient(async (client) => v.parse(v.instance(Buffer), await client.get(at(path)))),
    write: (path, bytes) =>
      withClient(async (client) => {
        const to = at(path);
        const temporary = posix.join(posix.dirname(to), `.${posix.basename(to)}`);
        await ensureFolder(client, posix.dirname(to));
        await client.put(bytes, temporary);
        await replace(client, temporary, to);
      }),
    move: (from, to) =>
      withClient(async (client) => {
        if (!(await client.exists(at(from)))) return;
        await ensureFolder(client, posix.dirname(at(to)));
        await replace(client, at(from), at(to));
      }),
  };
}

/** Creates a folder with its parents. Another node may create it at the same time. */
async function ensureFolder(client: SftpClient, folder: string): Promise<void> {
  if ((await client.exists(folder)) === 'd') return;
  try {
    await client.mkdir(folder, true);
  } catch (error) {
    if ((await client.exists(folder)) !== 'd') throw error;
  }
}

/** Replaces the target in two steps, because not every server supports an atomic replacement. */
async function replace(client: SftpClient, from: string, to: string): Promise<void> {
  if (await client.exists(to)) await client.delete(to);
  await client.rename(from, to);
}
