import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createEnvironmentReader } from '../environment.ts';
import type { SettingSection } from './definition.ts';
import { settingsOf } from './definition.ts';
import { renderExample, renderHelp, renderMarkdown } from './render.ts';

const folder = mkdtempSync(join(tmpdir(), 'wusd-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const write = (content: string): string => {
  const path = join(folder, 'secret');
  writeFileSync(path, content);
  return path;
};

const sections = [
  {
    title: 'Mail',
    settings: {
      WUSD_SMTP_URL: {
        description: 'SMTP host, `smtps:`',
        example: 'smtps://mail.example',
        required: 'production',
        isSecret: true,
      },
      WUSD_PACE: { description: '`slow` or `fast`', default: 'slow' },
    },
  },
  {
    title: 'Files',
    settings: {
      WUSD_POLICY_FILE: { description: 'limits | operators', required: 'always' },
      WUSD_FOLDER: { description: 'data', otherwise: 'beside the program', requiredWith: 'banks' },
    },
  },
] as const satisfies readonly SettingSection[];
const read = (env: NodeJS.ProcessEnv) => createEnvironmentReader(env, settingsOf(sections));

describe('secrets in files', () => {
  test('are read without their trailing line break', () => {
    const { env, problems } = read({ WUSD_SMTP_URL_FILE: write('smtps://user:p w@mail.example\n') });
    expect(problems).toEqual([]);
    expect(env['WUSD_SMTP_URL']).toBe('smtps://user:p w@mail.example');
  });

  test('are rejected if the setting itself is set, or the file is missing', () => {
    const both = read({ WUSD_SMTP_URL: 'smtps://a', WUSD_SMTP_URL_FILE: write('smtps://b') });
    expect(both.problems).toEqual(['WUSD_SMTP_URL and WUSD_SMTP_URL_FILE are both set; set one of them']);
    expect(read({ WUSD_SMTP_URL_FILE: '/gone' }).problems[0]).toContain('WUSD_SMTP_URL_FILE is "/gone": ENOENT');
  });

  test('are supported for secrets only', () => {
    const { env } = read({ WUSD_PACE_FILE: write('fast') });
    expect(env['WUSD_PACE']).toBeUndefined();
  });
});

test.each([
  ['WUSD_SMPT_URL', 'WUSD_SMTP_URL'],
  ['WUSD_SMTP_URI', 'WUSD_SMTP_URL'],
  ['WUSD_POLICY_FIL', 'WUSD_POLICY_FILE'],
  ['WUSD_SMTP_URL_FILES', 'WUSD_SMTP_URL_FILE'],
])('reports %s as a misspelled name', (name, meant) => {
  expect(read({ [name]: 'secret' }).problems).toEqual([`${name} is not a setting; did you mean ${meant}?`]);
});

test('does not report names of other processes', () => {
  expect(read({ WUSD_EVM_GAS_KEY: 'x', SMTP_URL: 'x', PATH: '/bin' }).problems).toEqual([]);
});

test('names a missing required setting with its description and an example', () => {
  const reader = read({ WUSD_POLICY_FILE: '' });
  reader.requireAllOf('always');
  reader.requireAllOf('production');
  expect(reader.problems).toEqual([
    'WUSD_POLICY_FILE is missing: limits | operators',
    'WUSD_SMTP_URL is missing: SMTP host, smtps:, e.g. smtps://mail.example',
  ]);
});

test('uses the default of a setting that is not set', () => {
  expect(read({}).text('WUSD_PACE')).toBe('slow');
  expect(read({}).choice('WUSD_PACE', ['fast', 'slow'])).toBe('slow');
  const wrong = read({ WUSD_PACE: 'idle' });
  wrong.choice('WUSD_PACE', ['fast', 'slow']);
  expect(wrong.problems).toEqual(['WUSD_PACE is "idle"; it can be fast or slow']);
});

test('renders the same facts in help, documentation and example file', () => {
  expect(renderHelp('Usage: it', sections)).toBe(`Usage: it

Settings are environment variables. Those that are secret may be in a file instead, which <name>_FILE names.

Mail
  WUSD_SMTP_URL
      SMTP host, smtps: (required in production; secret)
  WUSD_PACE
      slow or fast (default: slow)

Files
  WUSD_POLICY_FILE
      limits | operators (required)
  WUSD_FOLDER
      data (required with banks; default: beside the program)`);
  expect(renderMarkdown(sections)).toContain('| `WUSD_POLICY_FILE` | limits \\| operators | required |  |');
  expect(renderExample(sections)).toBe(`# Mail
# SMTP host, smtps: (required in production; secret)
WUSD_SMTP_URL=smtps://mail.example
# slow or fast
#WUSD_PACE=slow

# Files
# limits | operators (required)
WUSD_POLICY_FILE=
# data (required with banks)
#WUSD_FOLDER=`);
});
