// Adds made-up keys to the contract in a copy of the sources, and tells where the compiler then finds errors.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const copied = ['packages/api-sdk', 'packages/i18n', 'apps/api', 'apps/web', 'apps/storybook'];
const leftOut = new Set(['node_modules', 'dist', '.cache', 'storybook-static', 'public', 'stories', 'answers']);
const domain = 'packages/api-sdk/openapi/schemas/domain.yaml';
const languages = 'packages/i18n/src/languages.ts';
const edited = [domain, languages];

export interface Edit {
  file: string;
  find: RegExp;
  replace: string;
}

/** A registry's made-up key. */
export interface Addition {
  key: string;
  edits: readonly Edit[];
}

const inDomain = (find: RegExp, replace: string): Edit => ({ file: domain, find, replace });

export const additions = {
  'fiat currency': {
    key: 'XTS',
    edits: [
      inDomain(/(enum: \[USDT, [A-Z, ]+)\]/, '$1, XTS]'),
      inDomain(/(x-kind: \{[^}]+)\}/, '$1, XTS: fiat}'),
      inDomain(/(x-decimals: \{)/, '$1XTS: 2, '),
    ],
  },
  'crypto currency': {
    key: 'XTC',
    edits: [
      inDomain(/(enum: \[USDT, [A-Z, ]+)\]/, '$1, XTC]'),
      inDomain(/(x-kind: \{[^}]+)\}/, '$1, XTC: crypto}'),
      inDomain(/(x-decimals: \{)/, '$1XTC: 2, '),
    ],
  },
  network: {
    key: '9999',
    edits: [
      inDomain(/(enum: \[3, [\d, ]+)\]/, '$1, 9999]'),
      inDomain(/(x-enum-varnames: \[Ethereum[^\]]+)\]/, '$1, Testnet]'),
      inDomain(/(x-names: \{'3'[^}]+)\}/, "$1, '9999': Testnet}"),
    ],
  },
  rail: { key: 'XRAIL', edits: [inDomain(/(enum: \[SWIFT[^\]]+)\]/, '$1, XRAIL]')] },
  'partner bank': { key: 'xbank', edits: [inDomain(/(enum: \[sg-digital[^\]]+)\]/, '$1, xbank]')] },
  language: {
    key: 'xx_XX',
    edits: [
      inDomain(/(enum: \[en_US[^\]]+)\]/, '$1, xx_XX]'),
      { file: languages, find: /(languages = \['en_US'[^\]]+)\]/, replace: "$1, 'xx_XX']" },
    ],
  },
} satisfies Record<string, Addition>;

/** A copy of the sources that compiles against its own contract. The caller removes it. */
export function copySources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'wusd-recipes-'));
  cpSync(join(root, 'tsconfig.base.json'), join(copy, 'tsconfig.base.json'));
  for (const folder of copied) {
    cpSync(join(root, folder), join(copy, folder), {
      recursive: true,
      filter: (path) => !leftOut.has(basename(path)),
    });
    symlinkSync(join(root, folder, 'node_modules'), join(copy, folder, 'node_modules'));
  }
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
    '@wusd/web/*': [join(copy, 'apps/web/src/*')],
  };
  for (const app of ['apps/api', 'apps/web', 'apps/storybook']) {
    const file = join(copy, app, 'tsconfig.json');
    const config = JSON.parse(readFileSync(file, 'utf8')) as { compilerOptions: object; include: string[] };
    // The SDK's sources name types of the DOM, which the server otherwise reads as declarations.
    const lib = ['ES2025', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'];
    config.compilerOptions = { ...config.compilerOptions, paths, lib };
    // Its stories hold no tables.
    if (app === 'apps/storybook') config.include = ['.storybook/preview.tsx'];
    writeFileSync(file, JSON.stringify(config));
  }
  return copy;
}

export function add(copy: string, { edits }: Addition): void {
  for (const { file, find, replace } of edits) {
    const before = readFileSync(join(copy, file), 'utf8');
    const after = before.replace(find, replace);
    if (before === after) throw new Error(`${file} has nothing like ${find}`);
    writeFileSync(join(copy, file), after);
  }
}

/** Takes all additions back. */
export function restore(copy: string): void {
  for (const file of edited) cpSync(join(root, file), join(copy, file));
}

/** Errors of the type check as one text each, by the file that they are in. */
export function compile(copy: string, apps: readonly string[]): { file: string; text: string }[] {
  run(copy, 'packages/api-sdk', process.execPath, 'scripts/generate.ts');
  return apps.flatMap((app) => {
    const output = run(copy, app, join(root, app, 'node_modules/.bin/tsc'), '--noEmit', '--pretty', 'false');
    return output.split(/\n(?=\S)/).flatMap((text) => {
      const [, path] = /^(\S[^(]*)\(\d+,\d+\): error /.exec(text) ?? [];
      return path === undefined ? [] : [{ file: join(app, path), text }];
    });
  });
}

function run(copy: string, folder: string, command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: join(copy, folder), encoding: 'utf8' });
  if (status !== 0 && !stdout.includes('error TS')) throw new Error(`${command} in ${folder}: ${stdout}${stderr}`);
  return stdout;
}

export function remove(copy: string): void {
  rmSync(copy, { recursive: true, force: true });
}
