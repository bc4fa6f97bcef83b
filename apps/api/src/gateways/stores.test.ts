import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFolderStore } from './banks/folder.ts';
import { createSftpStore } from './banks/sftp.ts';
import type { FileStore } from './banks/file-store.ts';
import { readBlobSettings } from './blobs/index.ts';
import { createDiskBlobs } from './blobs/disk.ts';
import { createS3Blobs } from './blobs/s3.ts';
import type { BlobPort } from './ports.ts';
import { startS3, type TestS3 } from '../../testing/s3-server.ts';
import { startSftpServer, type TestSftp } from '../../testing/sftp-server.ts';

// External stores of files and blobs: every implementation behaves alike.

const folder = (): Promise<string> => mkdtemp(join(tmpdir(), 'store-'));
let server: TestSftp;
let root: string;
let s3: TestS3;
const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' };
beforeAll(async () => {
  root = await folder();
  server = await startSftpServer(root);
  s3 = await startS3(credentials, 'ap-southeast-1');
});
afterAll(() => {
  server.close();
  s3.close();
});
const sftp = (change: { hostKey?: string; privateKey?: Buffer } = {}): FileStore =>
  createSftpStore({ host: '127.0.0.1', username: 'wusd', root: '/bank', ...server, ...change });

const stores: [string, () => Promise<FileStore>][] = [
  ['a folder', async () => createFolderStore(await folder())],
  ['SFTP', async () => sftp()],
];

describe.each(stores)('files in %s', (_, open) => {
  test('are written completely, listed, read, moved and overwritten', async () => {
    const files = await open();
    expect(await files.list('in')).toEqual([]);
    const bytes = randomBytes(70_000);
    await files.write('in/b.xml', bytes);
    await files.write('in/a.xml', Buffer.from('a'));
    const listed = await files.list('in');
    expect(listed.map(({ name }) => name).toSorted()).toEqual(['a.xml', 'b.xml']);
    expect(Math.abs(Date.now() - (listed[0]?.modifiedAt.getTime() ?? 0))).toBeLessThan(60_000);
    expect((await files.read('in/b.xml')).equals(bytes)).toBe(true);
    await files.write('in/b.xml', Buffer.from('anew'));
    expect((await files.read('in/b.xml')).toString()).toBe('anew');
    await files.move('in/b.xml', 'in/read/b.xml');
    // Another node may have moved the file already.
    await files.move('in/b.xml', 'in/read/b.xml');
    expect((await files.list('in')).map(({ name }) => name)).toEqual(['a.xml']);
    expect((await files.list('in/read')).map(({ name }) => name)).toEqual(['b.xml']);
    await expect(files.read('in/none.xml')).rejects.toThrow();
  });
});

describe('SFTP', () => {
  test('rejects an unknown host key, and the server rejects an unknown client key', async () => {
    await expect(sftp({ hostKey: 'x'.repeat(43) }).list('in')).rejects.toThrow();
    const other = await startSftpServer(root);
    await expect(sftp({ privateKey: other.privateKey }).list('in')).rejects.toThrow();
    other.close();
  });
});

const blobs: [string, () => Promise<BlobPort>][] = [
  ['a folder', async () => createDiskBlobs(await folder())],
  [
    'S3',
    async () =>
      createS3Blobs({
        endpoint: s3.endpoint,
        region: 'ap-southeast-1',
        bucket: 'wusd',
        keyId: credentials.accessKeyId,
        secret: credentials.secretAccessKey,
      }),
  ],
];

describe.each(blobs)('blobs in %s', (_, open) => {
  test('are stored by key, and a repeated write has no effect', async () => {
    const store = await open();
    const bytes = randomBytes(100_000);
    const key = 'receipts/int_01/1-abc';
    expect(await store.get(key)).toBeUndefined();
    await store.put(key, bytes);
    await Promise.all([store.put(key, bytes), store.put(key, bytes)]);
    expect((await store.get(key))?.equals(bytes)).toBe(true);
    expect(await store.get('receipts/int_01/2-abc')).toBeUndefined();
  });
});

test('no key leads outside of a blob folder, and no temporary file remains', async () => {
  const at = await folder();
  const store = createDiskBlobs(at);
  for (const key of ['../outside', 'a/../../b', '', 'a//b', 'a/.hidden'])
    await expect(store.put(key, Buffer.from('x'))).rejects.toThrow('is not a valid blob key');
  await store.put('a/b', Buffer.from('x'));
  expect(await readdir(join(at, 'a'))).toEqual(['b']);
});

test('an access error of a bucket is not reported as a missing blob', async () => {
  const settings = { endpoint: s3.endpoint, region: 'ap-southeast-1', bucket: 'wusd', keyId: 'AKIDEXAMPLE' };
  const store = createS3Blobs({ ...settings, secret: 'wrong' });
  await expect(store.put('a/b', Buffer.from('x'))).rejects.toThrow('403');
  await expect(store.get('a/b')).rejects.toThrow('403');
});

describe('the location of blobs', () => {
  test('is a folder or a bucket', () => {
    expect(readBlobSettings('file:///var/lib/wusd/blobs')).toEqual({ kind: 'disk', folder: '/var/lib/wusd/blobs' });
    expect(readBlobSettings('s3://wusd?endpoint=https://s3.example&region=eu-1', 'id', 'secret')).toEqual({
      kind: 's3',
      endpoint: 'https://s3.example',
      region: 'eu-1',
      bucket: 'wusd',
      keyId: 'id',
      secret: 'secret',
    });
  });

  test.each([
    ['https://bucket', 'it must begin with'],
    ['s3://wusd', 'it must name a bucket and an endpoint'],
    ['s3://wusd?endpoint=https://s3.example', 'WUSD_S3_KEY_ID'],
  ])('%s is not a valid location', (text, complaint) => {
    expect(() => readBlobSettings(text)).toThrow(complaint);
  });
});
