import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

// Screens are put together from the kit: what can be pressed or typed into, colours and letters are its own, so that each looks and works
// the same wherever it is.

const here = import.meta.dirname;
const files = globSync('**/*.tsx', { cwd: here });

/** What stands in the source, and where it is allowed all the same, with the reason. */
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

test('there are screens', () => {
  expect(files.length).toBeGreaterThan(100);
});

describe.each(byHand)('no screen makes %s by hand', (_what, pattern, allowed) => {
  test('but for those with a reason', () => {
    const found = files.flatMap((file) => {
      const count = readFileSync(join(here, file), 'utf8').match(pattern)?.length ?? 0;
      return count > 0 && !(file in allowed) ? [`${file}: ${count}`] : [];
    });
    expect(found).toEqual([]);
  });

  test('and each reason holds still', () => {
    const needless = Object.keys(allowed).filter((file) => !readFileSync(join(here, file), 'utf8').match(pattern));
    expect(needless).toEqual([]);
  });
});
