import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from './errors.ts';

interface NamedFile {
  fileName: string;
  bytes: Uint8Array;
}

/**
 * Writes files to a folder, and never over an existing one.
 *
 * @returns their paths
 * @throws OperatorError CONFLICT if a file of that name exists
 */
export async function writeNewFiles(folder: string, files: readonly NamedFile[]): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  return Promise.all(
    files.map(async ({ fileName, bytes }) => {
      const path = join(folder, fileName);
      await writeFile(path, bytes, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST')
          throw new OperatorError('CONFLICT', `${path} exists already. Choose another folder.`);
        throw error;
      });
      return path;
    }),
  );
}
