// A local npm registry with the installed packages, so that npm can check packages without a network.
import { spawn } from 'node:child_process';
import { globSync, lstatSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import type { Manifest } from './manifest.ts';

type Installed = Map<string, Map<string, { manifest: Manifest; folder: string }>>;

/**
 * On Linux, pnpm hard-links equal files. tar would archive the second as a link, which npm ignores. Other systems clone
 * files.
 */
const wholeFiles = process.platform === 'linux' ? ['--hard-dereference'] : [];

/** Serves the packages of a pnpm store folder until closed. */
export async function openRegistry(store: string): Promise<{ url: string; close: () => Promise<void> }> {
  const installed = installedIn(store);
  const server = createServer((request, response) => {
    const address = decodeURIComponent((request.url ?? '/').slice(1));
    const [name = '', version] = address.split('/-/');
    const versions = installed.get(name);
    const chosen = version === undefined ? undefined : versions?.get(version);
    if (versions === undefined || (version !== undefined && chosen === undefined)) {
      response.writeHead(404).end();
    } else if (chosen === undefined) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(packument(name, versions, url)));
    } else {
      // npm drops the first folder of a tarball, regardless of its name.
      const { folder } = chosen;
      const tar = spawn('tar', ['-cz', ...wholeFiles, '-C', dirname(folder), basename(folder)]);
      tar.stdout.pipe(response);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

function installedIn(store: string): Installed {
  const installed: Installed = new Map();
  for (const file of globSync(['*/node_modules/*/package.json', '*/node_modules/@*/*/package.json'], { cwd: store })) {
    const folder = dirname(join(store, file));
    // Skip links: the package is found in its own folder.
    if (lstatSync(folder).isSymbolicLink()) continue;
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    const versions = installed.get(manifest.name) ?? new Map();
    installed.set(manifest.name, versions.set(manifest.version, { manifest, folder }));
  }
  return installed;
}

/** Registry metadata of a package: https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md */
function packument(name: string, versions: NonNullable<ReturnType<Installed['get']>>, url: string) {
  return {
    name,
    'dist-tags': { latest: [...versions.keys()].at(-1) },
    versions: Object.fromEntries(
      [...versions].map(([version, { manifest }]) => [
        version,
        { ...manifest, dist: { tarball: `${url}/${name}/-/${version}` } },
      ]),
    ),
  };
}
