import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundled, gzipped } from '../../../scripts/bundled.ts';

const dist = join(import.meta.dirname, '../dist');
const there = ['react', 'react-dom', 'react/jsx-runtime', 'styled-components'];

test('a Button adds at most two kilobytes to styled-components', async () => {
  const code = `export { Button } from './Button/index.js';`;
  expect(gzipped(await bundled(code, dist, there))).toBeLessThanOrEqual(2000);
});

test('a component includes no component that it does not use', async () => {
  const code = await bundled(`export { Button } from './Button/index.js';`, dist, there);
  expect(code).not.toMatch(/headlessui/i);
});

test('a ConfirmButton loads its dialog only when pressed', async () => {
  const code = await bundled(`export { ConfirmButton } from './ConfirmButton/index.js';`, dist, [
    ...there,
    '../Dialog/index.js',
  ]);
  expect(code).toMatch(/import\("\.\.\/Dialog\/index\.js"\)/);
  expect(gzipped(code)).toBeLessThanOrEqual(2200);
});

test.each([
  ['BottomSheet', 1200],
  ['DataTable', 1700],
  ['DateRange', 3100],
  ['DescriptionList', 1200],
  ['Result', 2700],
  ['StatusChip', 2450],
  ['StepIndicator', 1000],
  ['Timeline', 1100],
])('%s adds at most %i bytes to styled-components', async (name, bytes) => {
  const code = `export * from './${name}/index.js';`;
  expect(gzipped(await bundled(code, dist, there))).toBeLessThanOrEqual(bytes);
});
