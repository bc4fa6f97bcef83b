// Checks packages as packed by npm. npm resolves neither catalog: nor workspace:, so manifests must contain versions.
//
//   node scripts/pack/check.ts            the package in the working folder: its packed manifest
//   node scripts/pack/check.ts --install  every published package: npm installs the tarballs, and Node imports each entry
import { execFile, execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { problemsOf, type Manifest } from './manifest.ts';
import { openRegistry } from './registry.ts';

const root = join(import.meta.dirname, '../..');
/** Versions of the workspace catalog. */
export const { catalog } = parse(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')) as {
  catalog: Record<string, string>;
};

/** The folders of all packages that are published. */
export function publishedFolders(): string[] {
  return globSync('packages/*/package.json', { cwd: root })
    .map((file) => join(root, file, '..'))
    .filter((folder) => !manifestIn(folder).private)
    .toSorted();
}

/** The unpacked manifest of a folder. */
export function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** Packs with npm, which does not change manifests, into an empty folder. Returns the paths of the tarballs. */
async function pack(folders: readonly string[], destination: string): Promise<string[]> {
  await npm(destination, 'pack', ...folders, '--pack-destination', destination);
  return readdirSync(destination).map((file) => join(destination, file));
}

/** Problems of the packed manifest of a folder. */
export function problemsOfPacked(folder: string): Promise<string[]> {
  return inTemporaryFolder(async (temporary) => {
    const tarballs = await pack([folder], temporary);
    const packed = execFileSync('tar', ['-xzOf', ...tarballs, 'package/package.json'], { encoding: 'utf8' });
    return problemsOf(JSON.parse(packed) as Manifest, catalog);
  });
}

/**
 * Installs the tarballs with npm into an empty project and imports every JavaScript entry point. Rejects if either
 * fails.
 */
export function installAndImport(folders: readonly string[]): Promise<void> {
  return inTemporaryFolder(async (temporary) => {
    const tarballs = await pack(folders, temporary);
    const project = mkdtempSync(join(temporary, 'project-'));
    writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
    const registry = await openRegistry(join(root, 'node_modules/.pnpm'));
    const from = ['--registry', registry.url, '--cache', join(temporary, 'cache')];
    try {
      await npm(project, 'install', '--prefix', project, '--ignore-scripts', ...from, ...tarballs);
    } finally {
      await registry.close();
    }
    const entries = folders.flatMap((folder) => entriesOf(manifestIn(folder), project));
    writeFileSync(join(project, 'main.js'), entries.map((entry) => `await import('${entry}');\n`).join(''));
    execFileSync(process.execPath, ['main.js'], { cwd: project, stdio: ['ignore', 'pipe', 'inherit'] });
    console.log(`npm installed ${folders.length} packages; Node imported their ${entries.length} entries.`);
  });
}

/** Specifiers of all JavaScript entry points of an installed package. Patterns are expanded to the packed files. */
function entriesOf({ name, exports = {} }: Manifest, project: string): string[] {
  const installed = join(project, 'node_modules', name);
  return Object.entries(exports).flatMap(([entry, target]) => {
    const file = typeof target === 'string' ? target : target.default;
    if (!file.endsWith('.js')) return [];
    const packed = globSync(file, { cwd: installed });
    if (packed.length === 0) throw new Error(`${name} packs no file for its entry "${entry}"`);
    const [start = '', end = ''] = file.slice(2).split('*');
    const names = packed.map((match) => match.slice(start.length, match.length - end.length));
    return names.map((each) => (name + entry.slice(1)).replace('*', each));
  });
}

async function npm(cwd: string, ...args: string[]): Promise<void> {
  await promisify(execFile)('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], { cwd });
}

async function inTemporaryFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'wusd-pack-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (import.meta.main) {
  if (process.argv.includes('--install')) await installAndImport(publishedFolders());
  else {
    const problems = await problemsOfPacked(process.cwd());
    for (const problem of problems) console.error(problem);
    if (problems.length > 0) process.exitCode = 1;
  }
}
