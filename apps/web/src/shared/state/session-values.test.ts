import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubSessionStorage } from '../../../testing/session-storage.ts';
import { sessionValues } from './session-values.ts';

let storage: Record<string, string>;
beforeEach(() => (storage = stubSessionStorage()));
afterEach(() => vi.unstubAllGlobals());

test('a value survives a reload until it is removed', () => {
  sessionValues.write('payment', { id: 'int_1' });
  expect(sessionValues.read('payment')).toEqual({ id: 'int_1' });
  sessionValues.write('payment', undefined);
  expect(sessionValues.read('payment')).toBeUndefined();
  expect(Object.keys(storage)).toEqual([]);
});

test('clear removes session values and leaves drafts', () => {
  storage['draft:/register'] = '{}';
  sessionValues.write('payment', 1);
  sessionValues.clear();
  expect(Object.keys(storage)).toEqual(['draft:/register']);
});

test.each(['{', 'null'])('an unreadable value %s is read as undefined', (stored) => {
  storage['session:payment'] = stored;
  expect(sessionValues.read('payment')).toBeUndefined();
});

test('blocked storage causes no error', () => {
  vi.stubGlobal('sessionStorage', undefined);
  sessionValues.write('payment', 1);
  expect(sessionValues.read('payment')).toBeUndefined();
  sessionValues.clear();
});
