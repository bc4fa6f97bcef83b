import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bundled, gzipped } from '../scripts/bundled.ts';
import { table } from './table.ts';

const dist = join(import.meta.dirname, '../packages/ui-kit/dist');
// ConfirmButton loads Dialog when it is pressed.
const there = ['react', 'react-dom', 'react/jsx-runtime', 'styled-components', '../Dialog/index.js'];

/** Measures the bytes that each component adds to React and styled-components, beside those of a Button. */
export async function kit(): Promise<void> {
  const names = readdirSync(dist, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() && !entry.name.startsWith('.') ? [entry.name] : [],
  );
  const sizes = await Promise.all(
    names.map(async (name) => {
      const code = await bundled(`export * from './${name}/index.js';`, dist, there);
      return [name, gzipped(code)] as const;
    }),
  );
  const all = names.map((name) => `export * from './${name}/index.js';`).join('');
  const button = sizes.find(([name]) => name === 'Button')?.[1] ?? 1;
  table(
    ['component', 'bytes gzipped', 'of a Button'],
    [
      ...sizes.toSorted(([, one], [, another]) => another - one),
      ['all of them', gzipped(await bundled(all, dist, there))] as const,
    ].map(([name, size]) => [name, size, (size / button).toFixed(1)]),
  );
}
