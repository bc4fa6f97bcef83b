import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobPort } from '../ports.ts';
import { errorCodeOf } from '@wusd/server-kit/errors/error-fields';
import { writeAtomically } from '../../platform/files/write-atomically.ts';

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
    put: async (key, bytes) => writeAtomically(pathOf(key), bytes),
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
