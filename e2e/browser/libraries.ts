import { spawnSync } from 'node:child_process';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A shared library, symbol or library version that a file links and the machine does not have. */
export interface Missing {
  file: string;
  needs: string;
}

export interface LinkCheck {
  /** Folders that are searched before those of the system, as in LD_LIBRARY_PATH. */
  libraryPath: string;
  /** Program that resolves libraries. Tests use another one. */
  ldd?: string;
}

/** Debian packages of the libraries that are not included. */
const debianPackages: Readonly<Record<string, string>> = {
  'libc.so.6': 'libc6',
  'libgcc_s.so.1': 'libgcc-s1',
  'libsqlite3.so.0': 'libsqlite3-0',
  'libstdc++.so.6': 'libstdc++6',
  'libz.so.1': 'zlib1g',
};

/** Every ELF file in a folder and its subfolders. */
export async function elfFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const isElf = await Promise.all(paths.map(startsLikeElf));
  return paths.filter((_, index) => isElf[index]).toSorted();
}

async function startsLikeElf(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
  return buffer.equals(Buffer.from('\u007FELF', 'latin1'));
}

/**
 * Finds dependencies of the files that the machine lacks, with `ldd -r`: libraries, library versions and symbols. A
 * library that is loaded at run time is found only if it is among the files.
 *
 * @throws if there is no ldd, or the machine's C library is not glibc.
 */
export function missingLibraries(files: readonly string[], { libraryPath, ldd = 'ldd' }: LinkCheck): Missing[] {
  return files.flatMap((file) => {
    const { error, stdout, stderr } = spawnSync(ldd, ['-r', file], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C', LD_LIBRARY_PATH: libraryPath },
    });
    if (error)
      throw new Error(`${ldd} can't be started, so the browser's libraries can't be checked. Install glibc's ldd.`, {
        cause: error,
      });
    const output = stdout + stderr;
    if (/musl/.test(output))
      throw new Error('The browser needs glibc, and this machine uses musl. Run it on Debian, Ubuntu or Fedora.');
    return unresolved(output).map((needs) => ({ file, needs }));
  });
}

function unresolved(output: string): string[] {
  const patterns = [
    /^\s*(\S+) => not found/gm,
    /version `(\S+)' not found/g,
    /(?:undefined symbol|symbol lookup error): (\S+)/g,
  ];
  return [...new Set(patterns.flatMap((pattern) => [...output.matchAll(pattern)].map(([, needs]) => needs ?? '')))];
}

/** Describes for a developer what is missing and how to install it. */
export function describeMissing(missing: readonly Missing[]): string {
  const lines = missing.map(({ file, needs }) => {
    const debianPackage = debianPackages[needs];
    const advice = debianPackage
      ? `on Debian: apt-get install ${debianPackage}`
      : `find its package at https://packages.debian.org/file:${needs}`;
    return `  ${needs}, needed by ${file} (${advice})`;
  });
  return ['This machine lacks what the browser links:', ...lines].join('\n');
}
