import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { add, type Addition, additions, compile, copySources, remove, restore } from './recipes.ts';

const copy = copySources();
after(() => remove(copy));

/** Files of the table under "Where the compiler leads". @param kind of the column "For", where the table has one */
function filesOf(recipe: string, kind?: string): string[] {
  const page = readFileSync(new URL(`../docs/recipes/${recipe}.md`, import.meta.url), 'utf8');
  const [, section = ''] = /^## \d+\. Where the compiler leads\n(.*?)^## /ms.exec(page) ?? [];
  return section.split('\n').flatMap((line) => {
    const [, file, second] = /^\| `([^`]+)` \| (\S+)/.exec(line) ?? [];
    if (file === undefined) return [];
    return kind === undefined || second === kind || second === 'both' ? [file] : [];
  });
}

/** Files with an error that names the key. Of what follows from it in the same file not every error does. */
function ledTo(errors: readonly { file: string; text: string }[], { key }: Addition): string[] {
  return [...new Set(errors.filter(({ text }) => text.includes(key)).map(({ file }) => file))].toSorted();
}

const recipes = [
  ['fiat currency', filesOf('add-a-currency', 'fiat')],
  ['crypto currency', filesOf('add-a-currency', 'crypto')],
  ['network', filesOf('add-a-network')],
  ['rail', filesOf('add-a-rail')],
  ['partner bank', filesOf('add-a-partner-bank')],
  ['language', filesOf('add-a-language')],
] as const;

test('a key that is new to the contract leads the compiler to exactly the files that its recipe lists', () => {
  const errors = [];
  // Apart, because a missing column of a table hides that a row is missing.
  for (const group of [
    ['fiat currency', 'network', 'partner bank', 'language'],
    ['crypto currency', 'rail'],
  ] as const) {
    restore(copy);
    for (const name of group) add(copy, additions[name]);
    errors.push(...compile(copy, ['apps/api']));
  }
  for (const name of ['fiat currency', 'network', 'partner bank', 'language'] as const) add(copy, additions[name]);
  errors.push(...compile(copy, ['apps/web', 'apps/storybook']));
  for (const [name, files] of recipes)
    assert.deepEqual(ledTo(errors, additions[name]), files.toSorted(), `the recipe for a ${name}`);
  const listed = new Set(recipes.flatMap(([, files]) => files));
  assert.deepEqual(
    errors.filter(({ file }) => !listed.has(file)),
    [],
  );
});
