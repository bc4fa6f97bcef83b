import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundled, gzipped } from '../../../scripts/bundled.ts';

const dist = join(import.meta.dirname, '../dist');
const there = ['react', 'react-dom', 'react/jsx-runtime', 'styled-components'];

test('a Button costs at most two kilobytes over styled-components', async () => {
  const code = `export { Button } from './Button/index.js';`;
  expect(gzipped(await bundled(code, dist, there))).toBeLessThanOrEqual(2000);
});

test('a component brings none of those that it does not use', async () => {
  const code = await bundled(`export { Button } from './Button/index.js';`, dist, there);
  expect(code).not.toMatch(/headlessui/i);
});
