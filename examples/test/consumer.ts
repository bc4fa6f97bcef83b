import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const packages = ['api-sdk', 'auth-core'];

/** Packs the published packages and unpacks them into `consumers/node_modules`, with their dependencies. */
export function pack(consumers: string): void {
  const modules = join(consumers, 'node_modules');
  const tarballs = mkdtempSync(join(tmpdir(), 'wusd-tarballs-'));
  for (const name of packages) {
    const folder = join(root, 'packages', name);
    execFileSync('pnpm', ['pack', '--pack-destination', tarballs], { cwd: folder, stdio: 'pipe' });
    const target = join(modules, '@wusd', name);
    mkdirSync(target, { recursive: true });
    const tarball = readdirSync(tarballs).find((file) => file.includes(name));
    execFileSync('tar', ['-xzf', join(tarballs, tarball ?? ''), '--strip-components=1', '-C', target]);
    const { dependencies = {} } = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8')) as {
      dependencies?: Record<string, string>;
    };
    for (const dependency of Object.keys(dependencies)) link(modules, join(folder, 'package.json'), dependency);
  }
  rmSync(tarballs, { recursive: true });
  // openapi-fetch needs these types; a package manager would install them.
  link(modules, join(modules, 'openapi-fetch', 'package.json'), 'openapi-typescript-helpers');
  link(modules, join(root, 'examples/package.json'), '@types/node');
}

/** Links files that are already installed by the lockfile, without a download. */
function link(modules: string, from: string, name: string): void {
  const target = join(modules, name);
  mkdirSync(dirname(target), { recursive: true });
  const paths = createRequire(realpathSync(from)).resolve.paths(name) ?? [];
  const found = paths.map((path) => join(path, name)).find((path) => readable(path));
  if (found === undefined) throw new Error(`${name} is not installed for ${from}`);
  symlinkSync(realpathSync(found), target);
}

function readable(path: string): boolean {
  try {
    return realpathSync(path) !== '';
  } catch {
    return false;
  }
}

/** Copies an example next to the packages, like a user who starts with it. */
export function prepareConsumer(consumers: string, example: string): void {
  const folder = join(consumers, example);
  cpSync(join(root, 'examples', example), folder, { recursive: true });
  // The page loads the packages from its own origin.
  symlinkSync(join(consumers, 'node_modules'), join(folder, 'node_modules'));
}

/** TypeScript versions that check a consumer: the project's, and the last version written in JavaScript. */
const compilers = {
  latest: join(root, 'node_modules/.bin/tsc'),
  '5.9': join(root, 'examples/node_modules/.bin/tsc'),
};
export type Compiler = keyof typeof compilers;

/** Type-checks a consumer with the strictest options, including the published types. Returns the compiler output. */
export function typeErrors(folder: string, options: object = {}, compiler: Compiler = 'latest'): string {
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        noUncheckedIndexedAccess: true,
        exactOptionalPropertyTypes: true,
        allowJs: true,
        checkJs: true,
        noEmit: true,
        target: 'ES2022',
        module: 'NodeNext',
        moduleResolution: 'NodeNext',
        lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
        types: ['node'],
        ...options,
      },
      include: ['**/*'],
      exclude: ['node_modules'],
    }),
  );
  try {
    execFileSync(compilers[compiler], ['-p', folder], { stdio: 'pipe' });
    return '';
  } catch (error) {
    return String((error as { stdout: Buffer }).stdout);
  }
}
