import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Language, languages } from './languages.js';

const read = (name: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8')) as Record<string, string>;
const english = read('messages/en_US');
type Translation = Exclude<Language, 'en_US'>;
const translations = languages.filter((language): language is Translation => language !== 'en_US');

test('every message has a description of its place and placeholders for translators', () => {
  const descriptions = read('descriptions');
  expect(Object.keys(descriptions).toSorted()).toEqual(Object.keys(english).toSorted());
  expect(Object.entries(descriptions).filter(([, text]) => text.trim() === '')).toEqual([]);
});

/** Messages that are equal in another language, with the reason. */
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

test('every message is translated, except listed equal ones', () => {
  const same = translations.flatMap((language) =>
    Object.entries(read(`messages/${language}`)).flatMap(([id, text]) => (text === english[id] ? [id] : [])),
  );
  expect([...new Set(same)].toSorted()).toEqual(Object.keys(sameBecause).toSorted());
});

/** By language: accepted translations of the term. */
type Entry = Record<Translation, string[]> & {
  term: string;
  /** Regular expression for the term in English. */
  forms: string;
  /** Messages with a different wording, with the reason. */
  except?: Record<string, string>;
};
const glossary = JSON.parse(readFileSync(new URL('./glossary.json', import.meta.url), 'utf8')) as Entry[];
/** Removes names of placeholders and of the product. */
const saidIn = (text: string): string => text.replaceAll(/\{\w+|WUSD Wallet|wusd-wallet/g, '');

test.each(glossary)('$term is translated according to the glossary', ({ forms, except = {}, ...entry }) => {
  const isSaid = new RegExp(`(?<![\\w-])(?:${forms})(?![\\w-])`, 'i');
  const ids = Object.keys(english).filter((id) => isSaid.test(saidIn(english[id] ?? '')));
  expect(ids).not.toEqual([]);
  const otherwise = translations.flatMap((language) => {
    const messages = read(`messages/${language}`);
    return ids.filter((id) => !entry[language].some((word) => messages[id]?.includes(word)));
  });
  expect([...new Set(otherwise)].toSorted()).toEqual(Object.keys(except).toSorted());
});
