import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { forbiddenChanges } from './previous-release.ts';
import { randomSeed, runs, type SoakRun } from './runs.ts';
import { describe, main, missing, settingsOf, withResult } from './soak.ts';

const needy: SoakRun = {
  name: 'needy',
  purpose: 'Needs a program',
  command: ['no-such-command'],
  settings: { ROUNDS: 7, SEED: randomSeed },
  programs: [{ names: ['gadget', 'gadget-esr'], debianPackage: 'gadget-tools' }],
};
const bare = { path: '', isRoot: false };

function folderWith(program: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'soak-'));
  writeFileSync(join(folder, program), '#!/bin/sh\n', { mode: 0o755 });
  return folder;
}

test('names the Debian package of a missing program', () => {
  assert.deepEqual(missing(needy, bare), [
    'gadget or gadget-esr is not on the PATH. On Debian: apt-get install gadget-tools',
  ]);
  assert.deepEqual(missing({ ...needy, needsRoot: true }, bare).slice(1), ['It must be started as root.']);
});

test('accepts any of the names of a program', () => {
  assert.deepEqual(missing(needy, { path: `/nowhere:${folderWith('gadget-esr')}`, isRoot: false }), []);
});

test('fails and starts nothing if a program is missing', () => {
  assert.equal(main(['needy'], [needy], bare), 1);
});

test('exits with an error if a run fails', () => {
  assert.notEqual(main(['needy'], [needy], { path: folderWith('gadget'), isRoot: false }), 0);
});

test('fails for an unknown name, and lists the runs without a name', () => {
  assert.equal(main(['unknown'], [needy], bare), 1);
  assert.equal(main([], [needy], bare), 0);
  assert.match(describe([needy], bare), /needy {2}Needs a program\n\s+ROUNDS: 7\n[^]*missing: gadget/);
});

test('reads settings from the environment, else from the run, and generates a new seed', () => {
  assert.deepEqual(settingsOf(needy, { SEED: '5' }), { ROUNDS: '7', SEED: '5' });
  assert.match(settingsOf(needy, {})['SEED'] ?? '', /^\d+$/);
});

test('replaces the row of a run and keeps the others', () => {
  const table = '# Runs\n\n| Run | Command |\n|---|---|\n| other | x |\n| needy | old |\n';
  const result = { name: 'needy', command: 'c', result: 'passed', minutes: '1.0', date: 'd', machine: 'm' };
  const updated = withResult(table, result);
  assert.equal(updated, table.replace('| needy | old |', '| needy | `c` | passed | 1.0 | d | m |'));
  assert.equal(withResult(updated, result), updated);
  assert.match(withResult(table, { ...result, name: 'new' }), /old \|\n\| new \| `c`/);
});

test('every run has a row in docs/soak.md, and turbo passes its settings', () => {
  const root = join(import.meta.dirname, '../..');
  const documented = readFileSync(join(root, 'docs/soak.md'), 'utf8');
  const { globalPassThroughEnv } = JSON.parse(readFileSync(join(root, 'turbo.json'), 'utf8')) as {
    globalPassThroughEnv: string[];
  };
  for (const { name, settings } of runs) {
    assert.ok(documented.includes(`\n| ${name} |`), `${name} is missing from docs/soak.md`);
    for (const setting of Object.keys(settings))
      assert.ok(globalPassThroughEnv.includes(setting), `turbo.json does not pass on ${setting}`);
  }
});

test('a released migration must not change, and a changed ledger function needs a new number', () => {
  const folder = 'apps/api/src/platform/database/migrations';
  const [first, second] = [`${folder}/0001_initial.sql`, `${folder}/0002_note.sql`];
  const hold = 'apps/api/src/ledger/sql/ledger_hold.sql';
  assert.deepEqual(forbiddenChanges([first], [first], ['0001_initial.sql']), [`${first} was released and has changed`]);
  assert.equal(forbiddenChanges([hold], [first], ['0001_initial.sql']).length, 1);
  assert.deepEqual(forbiddenChanges([hold, second], [first], ['0001_initial.sql', '0002_note.sql']), []);
  assert.deepEqual(forbiddenChanges([], [first], ['0001_initial.sql']), []);
});
