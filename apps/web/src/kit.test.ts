import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

// Screens take controls, colours and typography from the UI kit, so that they look and work the same everywhere.

const here = import.meta.dirname;
const files = globSync('**/*.tsx', { cwd: here });

/** Patterns that the source must not contain, with the reason for each allowed file. */
const byHand: [what: string, pattern: RegExp, allowed: Record<string, string>][] = [
  [
    'controls',
    /styled\.(?:button|input|select|textarea|dialog|a)\b/g,
    {
      'app/Shell.tsx': 'the link that skips to the content is there once, and only while it has the focus',
    },
  ],
  ['colours', /(?:#[0-9a-f]{3,8}|\b(?:rgb|hsl|oklch)a?\()(?=[^'`]*;)/gi, {}],
  ['letters', /font-(?:size|weight|family): (?!\$\{vars\.)/g, {}],
];

test('the source has more than 100 component files', () => {
  expect(files.length).toBeGreaterThan(100);
});

describe.each(byHand)('screens take %s from the kit', (_what, pattern, allowed) => {
  test('except in the listed files', () => {
    const found = files.flatMap((file) => {
      const count = readFileSync(join(here, file), 'utf8').match(pattern)?.length ?? 0;
      return count > 0 && !(file in allowed) ? [`${file}: ${count}`] : [];
    });
    expect(found).toEqual([]);
  });

  test('every listed exception is still needed', () => {
    const needless = Object.keys(allowed).filter((file) => !readFileSync(join(here, file), 'utf8').match(pattern));
    expect(needless).toEqual([]);
  });
});
