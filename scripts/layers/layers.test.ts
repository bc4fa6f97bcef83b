import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Import, picture, problems } from './graph.ts';

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
