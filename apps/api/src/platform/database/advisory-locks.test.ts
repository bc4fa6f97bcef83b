import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { advisoryLocks } from './advisory-locks.ts';

test('every advisory lock has a key of its own', () => {
  const keys = Object.values(advisoryLocks);
  expect(new Set(keys).size).toBe(keys.length);
});

test('no file has a key of its own', () => {
  const sources = globSync('**/*.{ts,sql}', { cwd: join(import.meta.dirname, '../..') });
  expect(sources.length).toBeGreaterThan(100);
  const literal = sources.filter((path) =>
    /pg_(try_)?advisory_\w+\(\s*\d/.test(readFileSync(join(import.meta.dirname, '../..', path), 'utf8')),
  );
  expect(literal).toEqual([]);
});
