import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { builtinResolvers, parse } from 'react-docgen';
import { describe, expect, test } from 'vitest';

// Requirements of every component: stories, usage guidance, and a documented table of props.

const here = import.meta.dirname;
const components = readdirSync(here).filter((name) => statSync(join(here, name)).isDirectory());
const read = (...path: string[]): string => readFileSync(join(here, ...path), 'utf8');

test('there are components', () => {
  expect(components.length).toBeGreaterThan(25);
});

describe.each(components)('%s', (name) => {
  const source = read(name, `${name}.tsx`);
  const exported = [...source.matchAll(/^export function ([A-Z]\w+)/gm)].map(([, found = '']) => found);

  test('exports only functions, each with its props', () => {
    expect(exported.length).toBeGreaterThan(0);
    expect(source).not.toMatch(/^export const [A-Z]/m);
    const index = read(name, 'index.ts');
    for (const each of exported) {
      expect(source, `${each}Props`).toMatch(new RegExp(`^export interface ${each}Props`, 'm'));
      expect(index).toMatch(new RegExp(`\\b${each}\\b`));
      expect(index).toMatch(new RegExp(`type ${each}Props\\b`));
    }
  });

  test('documents its purpose, and each prop beyond its name', () => {
    const documented = parse(source, {
      filename: `${name}.tsx`,
      resolver: new builtinResolvers.FindExportedDefinitionsResolver({ limit: 0 }),
    });
    expect(documented.map(({ displayName }) => displayName)).toEqual(expect.arrayContaining(exported));
    for (const { displayName = '', description, props = {} } of documented) {
      if (!exported.includes(displayName)) continue;
      expect(description, displayName).toMatch(/\w+/);
      expect(Object.keys(props), `props of ${displayName}`).not.toEqual([]);
    }
  });

  test('has stories, and says when to use it and when not', () => {
    expect(read(name, `${name}.stories.tsx`)).toMatch(/^export const \w+: Story/m);
    const guide = read(name, `${name}.mdx`);
    for (const part of [
      /^\*\*For this\.\*\*/m,
      /^\*\*Not for this\.\*\*/m,
      /^\| Do\s+\| Don’t\s+\|/m,
      /^\*\*Keyboard and assistive technology\.\*\*/m,
    ])
      expect(guide).toMatch(part);
  });
});
