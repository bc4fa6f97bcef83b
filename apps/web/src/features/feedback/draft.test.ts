import { expect, test } from 'vitest';
import { draftFor } from './draft.ts';

const typed = { text: 'My transfer is late.', email: '' };

test.each([
  ['a visitor’s draft stays after signing in', undefined, 'mei@demo.example', typed.text],
  ['a customer’s draft is shown to that customer', 'mei@demo.example', 'mei@demo.example', typed.text],
  ['a customer’s draft is not shown to another customer', 'mei@demo.example', 'somchai@demo.example', ''],
  ['a customer’s draft is not shown to a visitor', 'mei@demo.example', undefined, ''],
])('%s', (_what, owner, reader, text) => {
  expect(draftFor(reader, { owner, ...typed }).text).toBe(text);
});
