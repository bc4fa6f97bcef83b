import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubSessionStorage } from '../../../testing/session-storage.ts';
import { createStoredDraft } from './stored-draft.ts';

const schema = v.object({ email: v.fallback(v.pipe(v.string(), v.maxLength(10)), '') });
let storage: Record<string, string>;

beforeEach(() => (storage = stubSessionStorage()));
afterEach(() => vi.unstubAllGlobals());

test('a draft is stored under the key that boot.js derives from the path, and removed once it is empty', () => {
  createStoredDraft('/register', schema).write({ email: 'a@b.c' });
  expect(Object.keys(storage)).toEqual(['draft:/register']);
  const reloaded = createStoredDraft('/register', schema);
  expect(reloaded.read()).toEqual({ email: 'a@b.c' });
  reloaded.write(reloaded.empty);
  expect(Object.keys(storage)).toEqual([]);
});

test.each(['{', 'null', '[]', '{"email":7}', '{"email":"longer than ten"}'])('%s yields an empty draft', (stored) => {
  storage['draft:/register'] = stored;
  expect(createStoredDraft('/register', schema).read()).toEqual({ email: '' });
});

test('blocked storage causes no error', () => {
  vi.stubGlobal('sessionStorage', undefined);
  const draft = createStoredDraft('/register', schema);
  draft.write({ email: 'a@b.c' });
  expect(draft.read()).toEqual({ email: '' });
});
