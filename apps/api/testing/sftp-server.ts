import { createHash } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join, posix } from 'node:path';
import ssh2, { type Attributes } from 'ssh2';
import { portOf } from '@wusd/server-kit/testing/loopback';
import { errorCodeOf } from '@wusd/server-kit/errors/error-fields';
import { methodOf } from './methods.ts';

// A bank's SFTP server on loopback, on a folder of this machine. It accepts one client key.

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp;

/** Generates a key pair in the format of ssh2 clients and servers. */
function makeKey(): { privateKey: string; publicKey: string } {
  const { private: privateKey, public: publicKey } = ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 });
  return { privateKey, publicKey };
}

const attributesOf = (path: string): Attributes => {
  const { mode, uid, gid, size, atimeMs, mtimeMs } = statSync(path);
  return { mode, uid, gid, size, atime: Math.floor(atimeMs / 1000), mtime: Math.floor(mtimeMs / 1000) };
};

export interface TestSftp {
  port: number;
  privateKey: Buffer;
  /** SHA-256 fingerprint in base64, as clients compare it. */
  hostKey: string;
  close(): void;
}

export async function startSftpServer(root: string): Promise<TestSftp> {
  const host = makeKey();
  const client = makeKey();
  const allowed = ssh2.utils.parseKey(client.publicKey);
  if (allowed instanceof Error) throw allowed;
  const server = new ssh2.Server({ hostKeys: [host.privateKey] }, (connection) => {
    connection.on('error', () => {});
    // The method is missing in the types. Without it each answer waits for another packet.
    methodOf(connection, 'setNoDelay')(true);
    connection.on('authentication', (context) => {
      const isIts = context.method === 'publickey' && context.key.data.equals(allowed.getPublicSSH());
      const isSigned =
        isIts &&
        (!context.signature || allowed.verify(context.blob ?? Buffer.alloc(0), context.signature, context.hashAlgo));
      if (isSigned) context.accept();
      else context.reject();
    });
    connection.on('ready', () =>
      connection.on('session', (accept) => accept().on('sftp', (acceptSftp) => serve(acceptSftp(), root))),
    );
  });
  await new Promise<void>((resume) => server.listen(0, '127.0.0.1', () => resume()));
  const parsed = ssh2.utils.parseKey(host.privateKey);
  if (parsed instanceof Error) throw parsed;
  return {
    port: portOf(server),
    privateKey: Buffer.from(client.privateKey),
    hostKey: createHash('sha256').update(parsed.getPublicSSH()).digest('base64').replace(/=+$/, ''),
    close: () => server.close(),
  };
}

const noAttributes: Attributes = { mode: 0, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 };

function serve(sftp: ssh2.SFTPWrapper, root: string): void {
  const handles = new Map<number, { file?: number; folder?: string; isRead?: boolean }>();
  let next = 0;
  const at = (path: string): string => join(root, posix.normalize(`/${path}`));
  const handleOf = (handle: Buffer) => handles.get(handle.readUInt32BE(0)) ?? {};
  const give = (id: number, what: { file?: number; folder?: string }): void => {
    const handle = Buffer.alloc(4);
    handle.writeUInt32BE((next += 1));
    handles.set(next, what);
    sftp.handle(id, handle);
  };
  /** Runs an operation and converts errors of the file system to SFTP status codes. */
  const trying = (id: number, work: () => void): void => {
    try {
      work();
    } catch (error) {
      const isMissing = errorCodeOf(error) === 'ENOENT';
      sftp.status(id, isMissing ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE);
    }
  };
  const done = (id: number): void => sftp.status(id, STATUS_CODE.OK);
  sftp
    .on('REALPATH', (id, path) =>
      sftp.name(id, [{ filename: posix.normalize(`/${path}`), longname: path, attrs: noAttributes }]),
    )
    .on('STAT', (id, path) => trying(id, () => sftp.attrs(id, attributesOf(at(path)))))
    .on('LSTAT', (id, path) => trying(id, () => sftp.attrs(id, attributesOf(at(path)))))
    .on('OPENDIR', (id, path) =>
      trying(id, () => {
        readdirSync(at(path));
        give(id, { folder: at(path) });
      }),
    )
    .on('READDIR', (id, handle) =>
      trying(id, () => {
        const open = handleOf(handle);
        if (open.isRead === true || open.folder === undefined) return sftp.status(id, STATUS_CODE.EOF);
        open.isRead = true;
        const { folder } = open;
        const names = readdirSync(folder, { withFileTypes: true });
        return sftp.name(
          id,
          names.map((entry) => ({
            filename: entry.name,
            longname: `${entry.isDirectory() ? 'd' : '-'}rw-r--r-- 1 bank bank 0 Jan 1 00:00 ${entry.name}`,
            attrs: attributesOf(join(folder, entry.name)),
          })),
        );
      }),
    )
    .on('OPEN', (id, path, flags) =>
      trying(id, () => give(id, { file: openSync(at(path), (flags & OPEN_MODE.WRITE) !== 0 ? 'w' : 'r') })),
    )
    .on('FSTAT', (id, handle) =>
      trying(id, () => {
        const { size, mode, uid, gid } = fstatSync(handleOf(handle).file ?? -1);
        sftp.attrs(id, { size, mode, uid, gid, atime: 0, mtime: 0 });
      }),
    )
    .on('READ', (id, handle, offset, length) =>
      trying(id, () => {
        const bytes = Buffer.alloc(length);
        const count = readSync(handleOf(handle).file ?? -1, bytes, 0, length, offset);
        if (count === 0) sftp.status(id, STATUS_CODE.EOF);
        else sftp.data(id, bytes.subarray(0, count));
      }),
    )
    .on('WRITE', (id, handle, offset, bytes) =>
      trying(id, () => {
        writeSync(handleOf(handle).file ?? -1, bytes, 0, bytes.length, offset);
        done(id);
      }),
    )
    .on('CLOSE', (id, handle) =>
      trying(id, () => {
        const { file } = handleOf(handle);
        if (file !== undefined) closeSync(file);
        done(id);
      }),
    )
    .on('SETSTAT', (id) => done(id))
    .on('FSETSTAT', (id) => done(id))
    .on('MKDIR', (id, path) =>
      trying(id, () => {
        mkdirSync(at(path));
        done(id);
      }),
    )
    .on('RENAME', (id, from, to) =>
      trying(id, () => {
        renameSync(at(from), at(to));
        done(id);
      }),
    )
    .on('REMOVE', (id, path) =>
      trying(id, () => {
        unlinkSync(at(path));
        done(id);
      }),
    );
}
