import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { BlobPort } from '../ports.ts';
import { errorCodeOf } from '../../platform/errors/error-fields.ts';

const segment = /^[A-Za-z0-9_-]+$/;

/** Blobs as files in a folder. Writes are atomic, also across a crash. */
export function createDiskBlobs(folder: string): BlobPort {
  /** @throws TypeError for a key that could leave the folder. Keys are generated, so that is a bug. */
  const pathOf = (key: string): string => {
    const segments = key.split('/');
    if (!segments.every((each) => segment.test(each))) throw new TypeError(`${key} is not a valid blob key`);
    return join(folder, ...segments);
  };
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const temporary = `${path}.${randomUUID()}`;
      const file = await open(temporary, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, path);
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
