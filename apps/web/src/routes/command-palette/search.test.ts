import fc from 'fast-check';
import { expect, test } from 'vitest';
import { find, mayBeReference } from './search.ts';

const commands = [{ label: 'Withdraw to a bank' }, { label: 'Bank account' }, { label: 'Café', note: 'SGD · DBS' }];
const labels = (typed: string): string[] => find(commands, typed).map(({ label }) => label);

test('all words must be found, in label or note, whatever their case and accents', () => {
  expect(labels('to BANK')).toEqual(['Withdraw to a bank']);
  expect(labels('cafe dbs')).toEqual(['Café']);
  expect(labels('wire')).toEqual([]);
});

test('what begins with the text comes first', () => {
  expect(labels('bank')).toEqual(['Bank account', 'Withdraw to a bank']);
});

test('any text finds a part of the commands, without repeating one, and nothing typed finds all', () => {
  expect(labels('  ')).toHaveLength(commands.length);
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const found = find(commands, typed);
      expect(new Set(found).size).toBe(found.length);
      expect(found.every((each) => commands.includes(each))).toBe(true);
    }),
  );
});

test('ids and hashes are references, words are not', () => {
  expect(mayBeReference('ctx_01m8bg7qm4m1p4qw8p00kd6nm4')).toBe(true);
  expect(mayBeReference(' 0x5290ab ')).toBe(true);
  expect(mayBeReference('withdraw')).toBe(false);
  expect(mayBeReference('0x52')).toBe(false);
});
