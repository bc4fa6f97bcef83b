import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from './errors.ts';

interface NamedFile {
  fileName: string;
  bytes: Uint8Array;
}

/**
 * Writes files to a folder. Never overwrites an existing file.
 *
 * @returns the paths of the files
 * @throws OperatorError CONFLICT if a file with the same name exists
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
