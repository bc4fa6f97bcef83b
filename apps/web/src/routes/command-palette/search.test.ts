import fc from 'fast-check';
import { expect, test } from 'vitest';
import { find, mayBeReference } from './search.ts';

const commands = [{ label: 'Withdraw to a bank' }, { label: 'Bank account' }, { label: 'Café', note: 'SGD · DBS' }];
const labels = (typed: string): string[] => find(commands, typed).map(({ label }) => label);

test('a command must contain all words in its label or note, ignoring case and accents', () => {
  expect(labels('to BANK')).toEqual(['Withdraw to a bank']);
  expect(labels('cafe dbs')).toEqual(['Café']);
  expect(labels('wire')).toEqual([]);
});

test('commands whose label begins with the text come first', () => {
  expect(labels('bank')).toEqual(['Bank account', 'Withdraw to a bank']);
});

test('any text finds a subset of the commands without duplicates, and an empty text finds all', () => {
  expect(labels('  ')).toHaveLength(commands.length);
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const found = find(commands, typed);
      expect(new Set(found).size).toBe(found.length);
      expect(found.every((each) => commands.includes(each))).toBe(true);
    }),
  );
});

test('ids and hashes may be references, words may not', () => {
  expect(mayBeReference('ctx_01m8bg7qm4m1p4qw8p00kd6nm4')).toBe(true);
  expect(mayBeReference(' 0x5290ab ')).toBe(true);
  expect(mayBeReference('withdraw')).toBe(false);
  expect(mayBeReference('0x52')).toBe(false);
});
