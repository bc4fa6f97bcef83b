// Builds one tarball of the product for this platform: the server, the signer, the web app, their npm dependencies, and
// Node.js. It starts on a Debian system without npm or a network.
//
//   node scripts/release/build.ts [folder of the tarball]      the web app must have been built
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const { version, packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
  packageManager: string;
};
export const platform = `${process.platform}-${process.arch}`;
const name = `wusd-wallet-${version}-${platform}`;

/** Folders and files of the product, without tests and test doubles. */
const contents = [
  'LICENSE',
  'package.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'apps/api/package.json',
  'apps/api/networks.example.json',
  'apps/api/src',
  'apps/signer/package.json',
  'apps/signer/policy.example.json',
  'apps/signer/src',
  'apps/web/dist',
  'deploy',
  'docs/operations',
  'packages/api-sdk/package.json',
  'packages/api-sdk/dist',
  'packages/api-sdk/openapi/dist',
  'packages/i18n/package.json',
  'packages/i18n/dist',
  'packages/payouts/package.json',
  'packages/payouts/src',
  'packages/server-kit/package.json',
  'packages/server-kit/src',
];
const isShipped = (path: string): boolean => !/\.test\.ts$|\/\.(report|readme)$|\.map$/.test(path);

/** Installed files that are not used at run time. Licences stay. */
const unread = ['**/*.map', '**/*.d.ts', '**/*.d.mts', '**/*.d.cts', '**/*.flow'];

function pnpm(folder: string, ...args: string[]): void {
  execFileSync('npx', ['-y', packageManager, ...args], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

function install(folder: string): void {
  const filters = ['--filter', '@wusd/api...', '--filter', '@wusd/signer...'];
  pnpm(folder, 'install', '--prod', '--frozen-lockfile', '--prefer-offline', ...filters);
  const store = join(folder, 'node_modules/.pnpm');
  for (const file of unread.flatMap((pattern) => globSync(pattern, { cwd: store })))
    rmSync(join(store, file), { force: true });
}

/** One line for each installed package. Its licence text is in its folder. */
function licences(folder: string): string {
  const manifests = globSync('node_modules/.pnpm/*/node_modules/{*,@*/*}/package.json', { cwd: folder });
  const lines = manifests.flatMap((file) => {
    const {
      name: of,
      version: at,
      license,
    } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, unknown>;
    return typeof of === 'string' && typeof at === 'string'
      ? [`${of} ${at}: ${JSON.stringify(license ?? 'see its folder')}`]
      : [];
  });
  return `${[...new Set(lines)].toSorted().join('\n')}\n`;
}

const digestOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

/** SHA-256 digests of all files except links in node_modules, in the format of `sha256sum --check`. */
function checksums(folder: string): string {
  const files = globSync('**/*', { cwd: folder, exclude: (path) => path === 'SHA256SUMS' }).filter((file) => {
    const path = join(folder, file);
    return realpathSync(path) === path && statSync(path).isFile();
  });
  return `${files
    .toSorted()
    .map((file) => `${digestOf(join(folder, file))}  ${file}`)
    .join('\n')}\n`;
}

/** @returns the path of the tarball */
export function buildRelease(destination: string): string {
  const folder = join(realpathSync(mkdirp(destination)), name);
  rmSync(folder, { recursive: true, force: true });
  for (const path of contents) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    cpSync(join(root, path), join(folder, path), { recursive: true, filter: isShipped });
  }
  install(folder);
  mkdirSync(join(folder, 'bin'));
  copyFileSync(realpathSync(join(root, 'node_modules/.bin/node')), join(folder, 'bin/node'));
  copyFileSync(join(import.meta.dirname, 'wusd'), join(folder, 'bin/wusd'));
  for (const file of ['bin/node', 'bin/wusd']) chmodSync(join(folder, file), 0o755);
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  writeFileSync(join(folder, 'VERSION'), `wusd-wallet ${version} ${platform} ${commit}\n`);
  writeFileSync(join(folder, 'LICENCES'), licences(folder));
  pnpm(folder, 'sbom', '--sbom-format', 'cyclonedx', '--prod', '--lockfile-only', '--out', 'sbom.cdx.json');
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) rmSync(join(folder, file));
  writeFileSync(join(folder, 'SHA256SUMS'), checksums(folder));

  const tarball = `${folder}.tar.gz`;
  execFileSync('tar', [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '-czf',
    tarball,
    '-C',
    dirname(folder),
    name,
  ]);
  writeFileSync(`${tarball}.sha256`, `${digestOf(tarball)}  ${basename(tarball)}\n`);
  rmSync(folder, { recursive: true });
  return tarball;
}

function mkdirp(folder: string): string {
  mkdirSync(folder, { recursive: true });
  return folder;
}

if (import.meta.main) {
  const tarball = buildRelease(process.argv[2] ?? join(root, '.cache/release'));
  console.log(`${tarball}\n${(statSync(tarball).size / 1024 / 1024).toFixed(0)} MiB`);
}
