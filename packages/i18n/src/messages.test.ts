import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (name: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8')) as Record<string, string>;
const english = read('messages/en_US');

test('every message tells translators where it stands and what its placeholders are', () => {
  const descriptions = read('descriptions');
  expect(Object.keys(descriptions).toSorted()).toEqual(Object.keys(english).toSorted());
  expect(Object.entries(descriptions).filter(([, text]) => text.trim() === '')).toEqual([]);
});

/** Names, codes and figures that are the same in every language. */
const sameEverywhere = new Set([
  'bank.iban',
  'app.name',
  'app.title',
  'verify.sms',
  'home.calc.rate',
  'home.facts.peg.value',
  'home.facts.fee.value',
]);

test.each(['zh_CN', 'th_TH'])('%s translates every message but names, codes and figures', (language) => {
  const untranslated = Object.entries(read(`messages/${language}`)).filter(
    ([id, text]) => text === english[id] && !sameEverywhere.has(id),
  );
  expect(untranslated).toEqual([]);
});
