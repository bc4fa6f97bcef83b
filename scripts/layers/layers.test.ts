import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crossImports, type Import, picture, problems, upwardImports, webLayers } from './graph.ts';

const down: Import[] = [
  { from: 'main.ts', to: 'composition/server.ts' },
  { from: 'composition/app.ts', to: 'domains/transfers/handlers.ts' },
  { from: 'composition/app.ts', to: 'platform/clock.ts' },
  { from: 'domains/transfers/handlers.ts', to: 'domains/wallet/balances.ts' },
  { from: 'domains/history/search.ts', to: 'domains/transfers/handlers.ts' },
  { from: 'domains/history/search.ts', to: 'domains/wallet/balances.ts' },
  { from: 'domains/wallet/balances.ts', to: 'platform/clock.ts' },
];

test('accepts imports that point down', () => {
  assert.deepEqual(problems(down), []);
});

test('reports an import that points up', () => {
  const upward = { from: 'platform/clock.ts', to: 'domains/wallet/balances.ts' };
  assert.deepEqual(problems([...down, upward]), [
    'platform/clock.ts imports domains/wallet/balances.ts, which is above it',
  ]);
});

test('reports a cycle of contexts', () => {
  const back = { from: 'domains/wallet/balances.ts', to: 'domains/history/search.ts' };
  assert.match(problems([...down, back]).join('\n'), /Contexts of domains import each other: .*wallet -> history/);
});

test('omits an import that is implied by others', () => {
  const drawn = picture(down);
  assert.match(drawn, /history --> transfers/);
  assert.match(drawn, /transfers --> wallet/);
  assert.doesNotMatch(drawn, /history --> wallet/);
  assert.doesNotMatch(drawn, /composition --> platform/);
});

test('reports shared web code that imports a feature, and allows entry points to import any layer', () => {
  const entry = { from: 'main.tsx', to: 'app/App.tsx' };
  const lazy = { from: 'shared/layout/Page.tsx', to: 'features/header/Header.tsx' };
  assert.deepEqual(upwardImports([entry, lazy], webLayers), [
    'shared/layout/Page.tsx imports features/header/Header.tsx, which is above it',
  ]);
});

test('reports a feature that imports another feature', () => {
  const own = { from: 'features/swap/SwapForm.tsx', to: 'features/swap/api.ts' };
  const other = { from: 'features/swap/SwapForm.tsx', to: 'features/wallet/queries.ts' };
  assert.deepEqual(crossImports([own, other]), [
    'features/swap/SwapForm.tsx imports features/wallet/queries.ts, which belongs to another feature',
  ]);
});
