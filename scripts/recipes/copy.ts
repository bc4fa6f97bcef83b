// Copies the sources to apply recipes to them. The copy compiles and tests against its own contract and messages.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { linkModules } from '../link-modules.ts';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
/** Packages that are built before they are imported. */
const packages = ['packages/api-sdk', 'packages/i18n'];
const unbuilt = ['packages/server-kit', 'packages/payouts'];
const workspaces = [...packages, ...unbuilt, 'apps/api', 'apps/web', 'apps/storybook'];
/** Copied so that patches can edit them, but neither compiled nor tested. */
const sources = ['packages/ui-kit/src', 'e2e/support'];
const built = ['node_modules', 'dist', '.cache', 'storybook-static'];
/** The size test imports scripts that the copy lacks. */
const leftOut = new Set([...built, 'public', 'stories', 'answers', 'size.test.ts']);

/** @returns the copy's folder, which the caller must remove */
export function copySources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'wusd-recipes-'));
  // If the tests run as root, PostgreSQL runs with another account.
  chmodSync(copy, 0o755);
  cpSync(join(root, 'tsconfig.base.json'), join(copy, 'tsconfig.base.json'));
  for (const folder of [...workspaces, ...sources])
    cpSync(join(root, folder), join(copy, folder), {
      recursive: true,
      filter: (path) => !leftOut.has(basename(path)),
    });
  for (const folder of workspaces) linkModules(root, copy, folder, [...packages, ...unbuilt]);
  for (const folder of workspaces.filter((each) => each !== 'packages/api-sdk')) resolveSources(copy, folder);
  return copy;
}

/** The compiler reads the sources of packages, so no declarations are needed. */
function resolveSources(copy: string, folder: string): void {
  const sdk = (path: string): string[] => [join(copy, 'packages/api-sdk/src', path)];
  const paths = {
    '@wusd/api-sdk': sdk('index.ts'),
    '@wusd/api-sdk/core': sdk('core.ts'),
    '@wusd/api-sdk/domain': sdk('domain/index.ts'),
    '@wusd/api-sdk/money': sdk('money/index.ts'),
    '@wusd/api-sdk/operations': sdk('operations.ts'),
    '@wusd/api-sdk/resources': sdk('resources/index.ts'),
    '@wusd/api-sdk/resources/*': sdk('resources/*.ts'),
    '@wusd/i18n': [join(copy, 'packages/i18n/src/index.ts')],
    '@wusd/i18n/company-documents': [join(copy, 'packages/i18n/src/company-documents.ts')],
    '@wusd/i18n/react': [join(copy, 'packages/i18n/src/react.tsx')],
    '@wusd/i18n/server': [join(copy, 'packages/i18n/src/server.ts')],
    '@wusd/i18n/zones': [join(copy, 'packages/i18n/src/zones.ts')],
    '@wusd/web/*': [join(copy, 'apps/web/src/*')],
  };
  const file = join(copy, folder, 'tsconfig.json');
  const config = JSON.parse(readFileSync(file, 'utf8')) as { compilerOptions: object; include: string[] };
  // The SDK's sources use DOM types, which the server otherwise gets from declarations.
  const lib = ['ES2025', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'];
  config.compilerOptions = { ...config.compilerOptions, paths, lib };
  // Stories do not use the registries.
  if (folder === 'apps/storybook') config.include = ['.storybook/preview.tsx'];
  writeFileSync(file, JSON.stringify(config));
}

/**
 * Generates the SDK from the contract, and records the contract as the released one, as recipes require for new values
 * in responses.
 */
export function generateSdk(copy: string): void {
  run(copy, 'packages/api-sdk', ['scripts/release-contract.ts']);
  run(copy, 'packages/api-sdk', ['scripts/generate.ts']);
}

export interface CompileError {
  file: string;
  text: string;
}

/** Errors of the type check. */
export function compile(copy: string, folders: readonly string[]): CompileError[] {
  return folders.flatMap((folder) => {
    const { output } = execute(join(copy, folder), join(root, folder, 'node_modules/.bin/tsc'), [
      '--noEmit',
      '--pretty',
      'false',
    ]);
    const errors = output.split(/\n(?=\S)/).flatMap((text) => {
      const [, path] = /^(\S[^(]*)\(\d+,\d+\): error /.exec(text) ?? [];
      return path === undefined ? [] : [{ file: join(folder, path), text }];
    });
    if (errors.length === 0 && output.trim() !== '') throw new Error(`The type check of ${folder} failed: ${output}`);
    return errors;
  });
}

/** Compiles the messages, which the compiler and the tests read as files. */
export function compileMessages(copy: string): void {
  run(copy, 'packages/i18n', ['scripts/compile.ts']);
}

/** Builds the packages for tests that import them through Node.js resolution. */
export async function buildPackages(copy: string): Promise<void> {
  await Promise.all(
    packages.map((folder) =>
      build({
        absWorkingDir: join(copy, folder),
        entryPoints: ['src/**/*.ts*'],
        outdir: 'dist',
        format: 'esm',
        target: 'es2022',
        jsx: 'automatic',
      }),
    ),
  );
}

/** @returns output of the tests if one of them failed */
export function runTests(copy: string, folder: string, files: readonly string[]): string | undefined {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=agent', '--testTimeout=60000', ...files];
  const { status, output } = execute(join(copy, folder), process.execPath, vitest);
  return status === 0 ? undefined : output;
}

function run(copy: string, folder: string, args: readonly string[]): void {
  const { status, output } = execute(join(copy, folder), process.execPath, args);
  if (status !== 0) throw new Error(`${args.join(' ')} in ${folder}: ${output}`);
}

function execute(cwd: string, command: string, args: readonly string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    // New and obsolete snapshots fail, as in continuous integration.
    env: { ...process.env, CI: 'true', NODE_TEST_CONTEXT: undefined, NO_COLOR: '1' },
  });
  return { status, output: stdout + stderr };
}

export function remove(copy: string): void {
  rmSync(copy, { recursive: true, force: true });
}
