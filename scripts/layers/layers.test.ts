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

test('imports that point down are no problem', () => {
  assert.deepEqual(problems(down), []);
});

test('an import that points up is named', () => {
  const upward = { from: 'platform/clock.ts', to: 'domains/wallet/balances.ts' };
  assert.deepEqual(problems([...down, upward]), [
    'platform/clock.ts imports domains/wallet/balances.ts, which is above it',
  ]);
});

test('a cycle of contexts is named', () => {
  const back = { from: 'domains/wallet/balances.ts', to: 'domains/history/search.ts' };
  assert.match(problems([...down, back]).join('\n'), /Contexts of domains import each other: .*wallet -> history/);
});

test('an import that follows from others is not drawn', () => {
  const drawn = picture(down);
  assert.match(drawn, /history --> transfers/);
  assert.match(drawn, /transfers --> wallet/);
  assert.doesNotMatch(drawn, /history --> wallet/);
  assert.doesNotMatch(drawn, /composition --> platform/);
});

test('shared code of the web app that imports a feature is named, and an entry point may import any layer', () => {
  const entry = { from: 'main.tsx', to: 'app/App.tsx' };
  const lazy = { from: 'shared/layout/Page.tsx', to: 'features/header/Header.tsx' };
  assert.deepEqual(upwardImports([entry, lazy], webLayers), [
    'shared/layout/Page.tsx imports features/header/Header.tsx, which is above it',
  ]);
});

test('a feature that imports another feature is named', () => {
  const own = { from: 'features/swap/SwapForm.tsx', to: 'features/swap/api.ts' };
  const other = { from: 'features/swap/SwapForm.tsx', to: 'features/wallet/queries.ts' };
  assert.deepEqual(crossImports([own, other]), [
    'features/swap/SwapForm.tsx imports features/wallet/queries.ts, which belongs to another feature',
  ]);
});
