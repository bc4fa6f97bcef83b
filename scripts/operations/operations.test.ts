import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { operatorSettings, serverSettings } from '../../apps/api/src/composition/setting-definitions.ts';
import { parseCommandLine } from '../../apps/api/src/domains/operations/parser.ts';
import { signerSettings } from '../../apps/signer/src/setting-definitions.ts';
import { settingsOf } from '../../packages/server-kit/src/settings/definition.ts';
import { loadEnvironment } from '../../packages/server-kit/src/settings/load.ts';

const read = (name: string): string => readFileSync(join(import.meta.dirname, '../../docs/operations', name), 'utf8');
const pages = { 'runbooks.md': read('runbooks.md'), 'README.md': read('README.md') };

/** Anchors of headings, computed like on GitHub. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(
    ([, title = '']) =>
      `#${title
        .toLowerCase()
        .replaceAll(/[^a-z0-9 -]/g, '')
        .replaceAll(' ', '-')}`,
  );

/** Splits a command line like a shell. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);

test('commands in the runbooks exist', () => {
  for (const text of Object.values(pages)) {
    const lines = [...text.matchAll(/npm run operator -- ([^`\n]+)`/g)].map(([, line = '']) => line);
    assert.ok(lines.length > 0);
    for (const line of lines) assert.equal(parseCommandLine(wordsOf(line)).request.kind, 'command', line);
  }
});

test('no process reports a setting of another process as misspelled', () => {
  const all = [...serverSettings, ...operatorSettings, ...signerSettings];
  const env = Object.fromEntries(Object.keys(settingsOf(all)).map((name) => [name, 'x']));
  for (const own of [serverSettings, [...serverSettings, ...operatorSettings], signerSettings]) {
    const problems: string[] = [];
    loadEnvironment(env, settingsOf(own), problems);
    assert.deepEqual(problems, []);
  }
});

test('links to sections of the runbooks resolve', () => {
  const anchors = anchorsOf(pages['runbooks.md']);
  for (const [name, text] of Object.entries(pages)) {
    const own = name === 'runbooks.md' ? /\]\((#[^)]+)\)/g : /\]\(runbooks\.md(#[^)]+)\)/g;
    for (const [, anchor = ''] of text.matchAll(own)) assert.ok(anchors.includes(anchor), `${name}: ${anchor}`);
  }
});

test('each alert has a runbook, and tests for firing and for staying silent', () => {
  const anchors = anchorsOf(pages['runbooks.md']);
  const rules = read('alerts.rules.yaml').split('- alert: ').slice(1);
  const [, ...asserted] = read('alerts.test.yaml').split(/(?=alertname: )/);
  assert.equal(rules.length, 15);
  for (const rule of rules) {
    const name = /^\w+/.exec(rule)?.[0] ?? '';
    assert.ok(rule.includes(`runbook: docs/operations/runbooks.md#${name.toLowerCase()}\n`), name);
    assert.ok(anchors.includes(`#${name.toLowerCase()}`), name);
    const own = asserted.filter((each) => new RegExp(`^alertname: ${name}\\b`).test(each));
    assert.ok(
      own.some((each) => each.includes('exp_alerts')),
      `${name} fires in no test`,
    );
    assert.ok(
      own.some((each) => !each.includes('exp_alerts')),
      `${name} is silent in no test`,
    );
  }
});
