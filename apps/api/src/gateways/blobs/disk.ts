import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { BlobPort } from '../ports.ts';
import { errorCodeOf } from '../../platform/errors/error-fields.ts';

const part = /^[A-Za-z0-9_-]+$/;

/** Blobs as files of a folder. One is there whole or not at all, also after a crash. */
export function createDiskBlobs(folder: string): BlobPort {
  /** Keys are ours; one that could lead elsewhere is a fault of ours. */
  const pathOf = (key: string): string => {
    const parts = key.split('/');
    if (!parts.every((each) => part.test(each))) throw new TypeError(`${key} is no key of a blob`);
    return join(folder, ...parts);
  };
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const unfinished = `${path}.${randomUUID()}`;
      const file = await open(unfinished, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, path);
    },
    async get(key) {
      try {
        return await readFile(pathOf(key));
      } catch (error) {
        if (errorCodeOf(error) === 'ENOENT') return undefined;
        throw error;
      }
    },
  };
}
