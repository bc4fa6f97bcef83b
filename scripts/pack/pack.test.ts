import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { catalog, manifestIn, problemsOfPacked, publishedFolders } from './check.ts';
import { problemsOf } from './manifest.ts';
import { openRegistry } from './registry.ts';

const manifest = { name: '@wusd/sample', version: '1.0.0' };

for (const field of ['dependencies', 'peerDependencies', 'optionalDependencies'] as const) {
  for (const specifier of [
    'catalog:',
    'catalog:react',
    'workspace:*',
    'link:../other',
    'file:../other',
    '../other',
    'owner/repository',
    'git+https://example.com/other.git',
  ]) {
    test(`rejects a packed manifest with "${specifier}" in ${field}`, () => {
      assert.deepEqual(problemsOf({ ...manifest, [field]: { other: specifier } }, {}), [
        `@wusd/sample: "other" in ${field} is "${specifier}", which npm cannot install from the registry. Write the version.`,
      ]);
    });
  }
}

test('accepts versions, ranges and aliases of the registry', () => {
  const dependencies = { a: '1.2.3', b: '^1.0.0 || >=3 <4', c: 'npm:@scope/other@1.2.3', d: 'npm:other@~2.0.0' };
  assert.deepEqual(problemsOf({ ...manifest, dependencies, peerDependencies: { react: '^19.0.0' } }, {}), []);
});

test('requires the catalog version for a dependency, and accepts the range of a peer dependency', () => {
  const versions = { ...manifest, dependencies: { qr: '0.6.0' }, peerDependencies: { react: '^19.0.0' } };
  assert.deepEqual(problemsOf(versions, { qr: '0.7.0', react: '19.3.1' }), [
    '@wusd/sample: "qr" in dependencies is "0.6.0", but the catalog in pnpm-workspace.yaml has "0.7.0". Both must be the same version.',
  ]);
  assert.deepEqual(problemsOf(versions, { qr: '0.6.0', react: '19.3.1' }), []);
});

for (const folder of publishedFolders()) {
  test(`npm can install the dependencies of ${basename(folder)} in the versions of the catalog`, () => {
    assert.deepEqual(problemsOf(manifestIn(folder), catalog), []);
  });
}

test('reads the packed manifest of the folder, and finds a catalog: specifier there', async (t) => {
  const copy = mkdtempSync(join(tmpdir(), 'wusd-pack-test-'));
  t.after(() => rmSync(copy, { recursive: true }));
  const [folder] = publishedFolders();
  assert.ok(folder);
  cpSync(join(folder, 'README.md'), join(copy, 'README.md'));
  const original = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { dependencies: object };
  const changed = { ...original, dependencies: { ...original.dependencies, other: 'catalog:' } };
  writeFileSync(join(copy, 'package.json'), JSON.stringify(changed));
  assert.match((await problemsOfPacked(copy)).join('\n'), /"other" in dependencies is "catalog:"/);
});

test('the test registry offers only installed packages', async (t) => {
  const store = mkdtempSync(join(tmpdir(), 'wusd-registry-test-'));
  const folder = join(store, 'a@1.2.3/node_modules/@scope/a');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: '@scope/a', version: '1.2.3' }));
  const registry = await openRegistry(store);
  t.after(async () => {
    await registry.close();
    rmSync(store, { recursive: true });
  });
  const offered = (await (await fetch(`${registry.url}/@scope%2fa`)).json()) as {
    versions: Record<string, { dist: { tarball: string } }>;
  };
  assert.deepEqual(Object.keys(offered.versions), ['1.2.3']);
  const tarball = await fetch(offered.versions['1.2.3']?.dist.tarball ?? '');
  const file = join(store, 'a.tgz');
  writeFileSync(file, Buffer.from(await tarball.arrayBuffer()));
  assert.match(execFileSync('tar', ['-xzOf', file, 'a/package.json'], { encoding: 'utf8' }), /1\.2\.3/);
  assert.equal((await fetch(`${registry.url}/@scope%2fa/-/9.9.9`)).status, 404);
  assert.equal((await fetch(`${registry.url}/other`)).status, 404);
});
