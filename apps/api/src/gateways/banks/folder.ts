import { mkdir, readdir, readFile, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileStore } from './file-store.ts';
import { errorCodeOf } from '@wusd/server-kit/errors/error-fields';
import { writeAtomically } from '../../platform/files/write-atomically.ts';

const isMissing = (error: unknown): boolean => errorCodeOf(error) === 'ENOENT';

/** A local or mounted folder. */
export function createFolderStore(root: string): FileStore {
  const at = (path: string): string => join(root, path);
  return {
    async list(folder) {
      try {
        const entries = await readdir(at(folder), { withFileTypes: true });
        const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
        return await Promise.all(
          files.map(async ({ name }) => ({ name, modifiedAt: (await stat(join(at(folder), name))).mtime })),
        );
      } catch (error) {
        if (isMissing(error)) return [];
        throw error;
      }
    },
    read: (path) => readFile(at(path)),
    write: (path, bytes) => writeAtomically(at(path), bytes),
    async move(from, to) {
      await mkdir(dirname(at(to)), { recursive: true });
      await rename(at(from), at(to)).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
    },
  };
}
