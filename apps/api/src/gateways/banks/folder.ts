import { mkdir, open, readdir, readFile, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileStore } from './file-store.ts';
import { errorCodeOf } from '../../platform/errors/error-fields.ts';

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
    async write(path, bytes) {
      const to = at(path);
      await mkdir(dirname(to), { recursive: true });
      // Readers skip names that begin with a dot.
      const temporary = join(dirname(to), `.${process.pid}-${path.split('/').at(-1)}`);
      const file = await open(temporary, 'w', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, to);
    },
    async move(from, to) {
      await mkdir(dirname(at(to)), { recursive: true });
      await rename(at(from), at(to)).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
    },
  };
}
