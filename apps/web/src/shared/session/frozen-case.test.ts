import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubSessionStorage } from '../../../testing/session-storage.ts';

const freeze = { reference: 'FRZ-7H4K-2MPQ-9XWB', frozenAt: '2026-03-01T08:00:00.000Z' };
/** Imports the module again, as after a reload. */
const reloaded = async () => {
  vi.resetModules();
  return import('./frozen-case.ts');
};
let storage: Record<string, string>;
beforeEach(() => (storage = stubSessionStorage()));
afterEach(() => vi.unstubAllGlobals());

test('a case survives a reload of its tab', async () => {
  const { frozenCase, keepFrozenCase } = await reloaded();
  expect(frozenCase()).toBeUndefined();
  keepFrozenCase(freeze);
  expect(frozenCase()).toEqual(freeze);
  expect((await reloaded()).frozenCase()).toEqual(freeze);
});

test.each([
  '{',
  '{}',
  JSON.stringify({ ...freeze, reference: 'Call +1 555 0100' }),
  JSON.stringify({ ...freeze, frozenAt: 'x' }),
])('a malformed case is ignored: %s', async (stored) => {
  storage['account-freeze'] = stored;
  expect((await reloaded()).frozenCase()).toBeUndefined();
});
