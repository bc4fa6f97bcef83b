import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import {
  buildPackages,
  compile,
  type CompileError,
  compileMessages,
  copySources,
  generateSdk,
  remove,
  root,
  runTests,
} from './copy.ts';
import { apply, filesOf, restore } from './patch.ts';
import { patches } from './patches.ts';

type Name = keyof typeof patches;

const names = Object.keys(patches) as Name[];
const pages: Record<Name, string> = {
  'fiat currency': 'add-a-currency',
  'crypto currency': 'add-a-currency',
  network: 'add-a-network',
  rail: 'add-a-rail',
  'partner bank': 'add-a-partner-bank',
  language: 'add-a-language',
  'profile field': 'add-a-profile-field',
};
const checked = [
  'packages/api-sdk',
  'packages/i18n',
  'packages/server-kit',
  'packages/payouts',
  'apps/api',
  'apps/web',
  'apps/storybook',
];
/** Tests of each part that read the registries. */
const tests: Record<string, string[]> = {
  'packages/api-sdk': ['src/domain/domain.test.ts', 'test/contract.test.ts'],
  'packages/i18n': ['src/messages.test.ts', 'src/formats.test.ts'],
  'apps/web': [
    'src/shared/i18n/catalogues.test.ts',
    'src/shared/addresses/scanned-address.test.ts',
    'src/shared/bank-accounts/fields.test.ts',
    'src/features/identity/schema.test.ts',
    'src/forms.contract.test.ts',
  ],
  'packages/server-kit': ['src/registry/registry.test.ts'],
  'apps/api': ['test/registries.test.ts'],
};

/** Recipes whose keys are columns of tables to which other recipes add rows. */
const addsColumns: readonly Name[] = ['crypto currency', 'rail'];

const copy = copySources();
after(() => remove(copy));

/** Rows of the table "Files touched" of a recipe. If there is a column "For", only rows of one kind of currency. */
function rowsOf(name: Name): { file: string; foundBy: string }[] {
  const page = readFileSync(new URL(`../../docs/recipes/${pages[name]}.md`, import.meta.url), 'utf8');
  const [, section = ''] = /^## Files touched\n(.*?)^## /ms.exec(page) ?? [];
  const hasKinds = section.includes('| For |');
  return section.split('\n').flatMap((line) => {
    const [file, ...cells] = line.split(' | ').map((cell) => cell.replaceAll(/^\| |`/g, '').trim());
    if (file === undefined || !line.startsWith('| `')) return [];
    const [kind, foundBy] = hasKinds ? cells : ['both', ...cells];
    const isOfKind = kind === 'both' || kind === name.split(' ')[0];
    // Message files are named after their language. The recipe's example is Indonesian.
    return isOfKind ? [{ file: file.replace('id_ID', patches[name].key), foundBy: foundBy ?? '' }] : [];
  });
}

/** Files with an error that names the key. Further errors in the same file may not name it. */
const ledTo = (errors: readonly CompileError[], name: Name): string[] =>
  [...new Set(errors.filter(({ text }) => text.includes(patches[name].key)).map(({ file }) => file))].toSorted();

/** Errors with the recipes whose keys they mention. */
const attributed = (errors: readonly CompileError[]): string[] =>
  errors.map(({ text }) => {
    const named = names.filter((name) => text.includes(patches[name].key));
    return `${named.join(', ') || 'unknown recipe'}: ${text}`;
  });

const applied = (part: 'definition' | 'rest', ...some: readonly Name[]): void => {
  for (const name of some) {
    try {
      apply(copy, patches[name][part]);
    } catch (error) {
      throw new Error(`The patch of the recipe for a ${name} does not apply`, { cause: error });
    }
  }
};

test('each recipe lists the files that its patch touches', () => {
  for (const name of names)
    assert.deepEqual(
      rowsOf(name)
        .map(({ file }) => file)
        .toSorted(),
      filesOf(patches[name]),
      `the recipe for a ${name}`,
    );
});

test('a new key in the contract causes compiler errors in exactly the files that its recipe lists', () => {
  const addsRows = names.filter((name) => !addsColumns.includes(name));
  compileMessages(copy);
  // Applied separately, because a missing column of a table hides a missing row and vice versa.
  applied('definition', ...addsRows);
  generateSdk(copy);
  const errors = compile(copy, ['packages/i18n', 'apps/api']);
  restore(copy, root, Object.values(patches));
  applied('definition', ...addsColumns);
  generateSdk(copy);
  errors.push(...compile(copy, ['apps/api']));
  applied('definition', ...addsRows);
  generateSdk(copy);
  errors.push(...compile(copy, ['packages/api-sdk', 'apps/web', 'apps/storybook']));
  const led = new Map(
    names.map((name) => [name, rowsOf(name).flatMap(({ file, foundBy }) => (foundBy === 'compiler' ? [file] : []))]),
  );
  for (const [name, files] of led) assert.deepEqual(ledTo(errors, name), files.toSorted(), `the recipe for a ${name}`);
  const listed = new Set([...led.values()].flat());
  assert.deepEqual(attributed(errors.filter(({ file }) => !listed.has(file))), []);
});

test('with all patches every part compiles, and the registry tests pass', async () => {
  restore(copy, root, Object.values(patches));
  applied('definition', ...names);
  applied('rest', ...names);
  generateSdk(copy);
  compileMessages(copy);
  assert.deepEqual(attributed(compile(copy, checked)), []);
  await buildPackages(copy);
  for (const [folder, files] of Object.entries(tests)) assert.equal(runTests(copy, folder, files), undefined);
});
