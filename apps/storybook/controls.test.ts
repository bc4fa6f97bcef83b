import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtinResolvers, parse } from 'react-docgen';
import { convert } from 'storybook/internal/docs-tools';
import type { SBType } from 'storybook/internal/types';
import { describe, expect, test } from 'vitest';
import { controllable, isForCode } from './controls.ts';

const kit = join(import.meta.dirname, '../../packages/ui-kit/src');
const working = new Set<SBType['name']>(['boolean', 'string', 'number', 'enum', 'array']);

const optional = globSync('*/*.tsx', { cwd: kit, exclude: (name) => name.endsWith('.stories.tsx') })
  .filter((file) => /^(\w+)\/\1\.tsx$/.test(file.replaceAll('\\', '/')))
  .flatMap((file) =>
    parse(readFileSync(join(kit, file), 'utf8'), {
      filename: join(kit, file),
      resolver: new builtinResolvers.FindExportedDefinitionsResolver({ limit: 0 }),
    }),
  )
  .flatMap(({ displayName = '', props = {} }) =>
    Object.entries(props)
      .filter(([, { required, tsType }]) => !required && tsType !== undefined)
      .map(([name, prop]) => ({ name: `${displayName}.${name}`, type: typeOf(prop) })),
  );

/** Converts a prop of react-docgen as Storybook does. */
function typeOf(prop: object): SBType {
  const type = convert(prop as Parameters<typeof convert>[0]);
  if (type === null) throw new Error('A prop has no type');
  return controllable(type);
}

test('finds optional props', () => {
  expect(optional.length).toBeGreaterThan(80);
});

describe.each(optional)('$name', ({ type }) => {
  test('has a control, or is used only in code', () => {
    expect(isForCode(type) || working.has(type.name), JSON.stringify(type)).toBe(true);
  });
});

test('offers the variants of a button as a choice', () => {
  expect(optional.find(({ name }) => name === 'Button.variant')?.type).toMatchObject({
    name: 'enum',
    value: ['primary', 'secondary', 'quiet', 'danger'],
  });
});
