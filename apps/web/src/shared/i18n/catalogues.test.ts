import { afterAll, expect, test } from 'vitest';
import { loadArea, loadMessages, messages } from './catalogues.ts';
import { language } from './preferences.ts';

afterAll(() => language.set('en_US'));

const has = (id: string): boolean => messages.get()?.catalogue[id] !== undefined;

test('the first page loads only the messages that every page needs', async () => {
  expect(messages.get()).toBeUndefined();
  await loadMessages();
  expect([has('header.login'), has('forgot.title')]).toEqual([true, false]);
});

test('an area requested during a change of language is loaded in the new language for every caller', async () => {
  const asked = [loadArea('access')];
  language.set('th_TH');
  asked.push(loadArea('access'));
  for (const each of asked) {
    // oxlint-disable-next-line no-await-in-loop -- the first promise to resolve must already have it
    await each;
    expect([messages.get()?.language, has('header.login'), has('forgot.title')]).toEqual(['th_TH', true, true]);
  }
});

test('loading an area again keeps the same messages', async () => {
  const before = messages.get();
  await loadArea('access');
  expect(messages.get()).toBe(before);
});
