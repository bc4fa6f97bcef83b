import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { advisoryLocks } from './advisory-locks.ts';

test('every advisory lock has a unique key', () => {
  const keys = Object.values(advisoryLocks);
  expect(new Set(keys).size).toBe(keys.length);
});

test('every literal lock key in the sources is in the list', () => {
  const root = join(import.meta.dirname, '../..');
  const sources = globSync('**/*.{ts,sql}', { cwd: root });
  expect(sources.length).toBeGreaterThan(100);
  const listed = new Set<number>(Object.values(advisoryLocks));
  const unlisted = sources.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/pg_(?:try_)?advisory_\w+\(\s*([\d_]+)/g)]
      .filter(([, key = '']) => !path.endsWith('.sql') || !listed.has(Number(key)))
      .map(([call]) => `${path}: ${call}`),
  );
  expect(unlisted).toEqual([]);
});
