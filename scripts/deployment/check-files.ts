// Validates the files of deploy/ with the programs that read them.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { units } from './deployed.ts';

/** systemd's exposure score, from 0 to 10. Lower is more isolated. */
const mostExposed = 2.5;

/** `systemd-analyze verify` must report nothing, and `security` must report a low exposure for each unit. */
export function checkUnits(product: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const paths = units.map((unit) => {
    // Programs must exist at the unit's paths. Here they are in the folder of the unpacked release.
    const text = readFileSync(join(product, 'deploy/systemd', unit), 'utf8');
    const path = join(folder, unit);
    writeFileSync(path, text.replaceAll('/opt/wusd/current', product));
    return path;
  });
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...paths], {
    encoding: 'utf8',
  });
  assert.deepEqual({ status, said: stdout + stderr }, { status: 0, said: '' });
  for (const path of paths) {
    const said = execFileSync('systemd-analyze', ['security', '--offline=true', '--no-pager', path], {
      encoding: 'utf8',
    });
    const [line, level] = /Overall exposure level for .*: ([\d.]+)/.exec(said) ?? [];
    assert.ok(Number(level) <= mostExposed, line ?? said);
    console.log(line);
  }
}

/** `kubectl kustomize` must build the manifests. It does not check whether a cluster accepts them. */
export function checkManifests(product: string): void {
  const text = execFileSync('kubectl', ['kustomize', join(product, 'deploy/kubernetes')], { encoding: 'utf8' });
  const kinds = parseAllDocuments(text).map((document) => (document.toJS() as { kind: string }).kind);
  assert.deepEqual([...new Set(kinds)].toSorted(), [
    'ConfigMap',
    'Deployment',
    'Ingress',
    'Job',
    'Namespace',
    'NetworkPolicy',
    'PodDisruptionBudget',
    'Service',
  ]);
  console.log(`kubectl kustomize: ${kinds.length} resources`);
}
