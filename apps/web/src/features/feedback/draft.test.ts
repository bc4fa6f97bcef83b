import { expect, test } from 'vitest';
import { draftFor } from './draft.ts';

const typed = { text: 'My transfer is late.', email: '' };

test.each([
  ['a visitor’s goes on with who signs in', undefined, 'mei@demo.example', typed.text],
  ['a customer’s waits for that customer', 'mei@demo.example', 'mei@demo.example', typed.text],
  ['a customer’s is not shown to another', 'mei@demo.example', 'somchai@demo.example', ''],
  ['a customer’s is not shown to a visitor', 'mei@demo.example', undefined, ''],
])('a draft: %s', (_what, owner, reader, text) => {
  expect(draftFor(reader, { owner, ...typed }).text).toBe(text);
});
