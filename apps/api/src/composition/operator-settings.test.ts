import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readOperatorSettings } from './operator-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'wusd-operators-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const list = (content: unknown): string => {
  const file = join(folder, 'operators.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
};
const token = 'pkcs11:token=ann;object=operator?module-path=/usr/lib/hsm.so&pin-source=/pin';
const ann = { name: 'ann', publicKey: 'aa'.repeat(32) };

test('the test mode requires no settings', () => {
  expect(readOperatorSettings({})).toEqual({ operators: undefined, operatorKey: undefined });
});

test('production requires the list of operators, and a key that is not in a file', () => {
  const production = { WUSD_MODE: 'production', WUSD_OPERATORS_FILE: list([ann]) };
  expect(() => readOperatorSettings({ WUSD_MODE: 'production' })).toThrow('WUSD_OPERATORS_FILE is missing');
  expect(() => readOperatorSettings({ ...production, WUSD_OPERATOR_KEY: 'file:/key' })).toThrow(
    'names a key in a file',
  );
  const { operators, operatorKey } = readOperatorSettings({ ...production, WUSD_OPERATOR_KEY: token });
  expect([...(operators ?? [])]).toEqual([['ann', ann.publicKey]]);
  expect(operatorKey?.kind).toBe('pkcs11');
});

test.each([
  ['a key twice', [ann, { ...ann, name: 'ben' }], 'the same key'],
  ['a name twice', [ann, { ...ann, publicKey: 'bb'.repeat(32) }], 'the same name'],
  ['a key that is none', [{ name: 'ann', publicKey: 'aa' }], 'must be 32 bytes'],
])('a list with %s is rejected', (_, content, problem) => {
  expect(() => readOperatorSettings({ WUSD_OPERATORS_FILE: list(content) })).toThrow(problem);
});
