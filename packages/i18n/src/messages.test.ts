import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Language, languages } from './languages.js';

const read = (name: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8')) as Record<string, string>;
const english = read('messages/en_US');
type Translation = Exclude<Language, 'en_US'>;
const translations = languages.filter((language): language is Translation => language !== 'en_US');

test('every message tells translators where it stands and what its placeholders are', () => {
  const descriptions = read('descriptions');
  expect(Object.keys(descriptions).toSorted()).toEqual(Object.keys(english).toSorted());
  expect(Object.entries(descriptions).filter(([, text]) => text.trim() === '')).toEqual([]);
});

/** What is the same in another language too, and why. */
const sameBecause: Record<string, string> = {
  'app.name': 'The product’s name',
  'app.title': 'Another title and the product’s name',
  'bank.iban': 'ISO 13616 has one name for it',
  'message.mail.line': 'Thai uses the same colon',
  'verify.sms': 'Thai uses the English letters',
  'home.calc.rate': 'Two amounts and a sign',
  'notification.badge.more': 'A figure',
  'home.facts.peg.value': 'Figures',
  'home.facts.fee.value': 'A figure',
};

test('every message is translated, but for what is the same for a reason', () => {
  const same = translations.flatMap((language) =>
    Object.entries(read(`messages/${language}`)).flatMap(([id, text]) => (text === english[id] ? [id] : [])),
  );
  expect([...new Set(same)].toSorted()).toEqual(Object.keys(sameBecause).toSorted());
});

/** By language: what stands for the term, any of these. */
type Entry = Record<Translation, string[]> & {
  term: string;
  /** How it is written in English: a regular expression. */
  forms: string;
  /** Messages that say it otherwise, and why. */
  except?: Record<string, string>;
};
const glossary = JSON.parse(readFileSync(new URL('./glossary.json', import.meta.url), 'utf8')) as Entry[];
/** Without what is not said: names of placeholders, and of the product. */
const saidIn = (text: string): string => text.replaceAll(/\{\w+|WUSD Wallet|wusd-wallet/g, '');

test.each(glossary)('$term is said in the words of the glossary throughout', ({ forms, except = {}, ...entry }) => {
  const isSaid = new RegExp(`(?<![\\w-])(?:${forms})(?![\\w-])`, 'i');
  const ids = Object.keys(english).filter((id) => isSaid.test(saidIn(english[id] ?? '')));
  expect(ids).not.toEqual([]);
  const otherwise = translations.flatMap((language) => {
    const messages = read(`messages/${language}`);
    return ids.filter((id) => !entry[language].some((word) => messages[id]?.includes(word)));
  });
  expect([...new Set(otherwise)].toSorted()).toEqual(Object.keys(except).toSorted());
});
