import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText, indexOf, search } from './search.js';

const options = [
  { value: 'AX', label: 'Åland Islands' },
  { value: 'CI', label: 'Côte d’Ivoire', keywords: ['Ivory Coast'] },
  { value: 'IN', label: 'India', keywords: ['印度', 'อินเดีย'] },
  { value: 'ID', label: 'Indonesia', keywords: ['印度尼西亚'] },
  { value: 'GW', label: 'Guinea-Bissau', keywords: ['GB'] },
  { value: 'GB', label: 'United Kingdom', detail: '+44', keywords: ['UK'] },
  { value: 'US', label: 'United States' },
];
const found = (typed: string): string[] => search(indexOf(options), typed).map(({ value }) => value);

test.each([
  ['aland', ['AX']],
  ['cote divoire', ['CI']],
  ['CÔTE D’IVOIRE', ['CI']],
  ['ivory', ['CI']],
  ['印度', ['IN', 'ID']],
  ['อินเดีย', ['IN']],
  ['in', ['IN', 'ID']],
  ['id', ['ID']],
  ['uk', ['GB']],
  ['+44', ['GB']],
  ['kingdom', ['GB']],
  ['unit', ['GB', 'US']],
  ['gb', ['GB', 'GW']],
  ['xyz', []],
])('%s finds %j', (typed, expected) => {
  const values = found(typed);
  expect(values.slice(0, expected.length)).toEqual(expected);
  expect(values.length === 0).toBe(expected.length === 0);
});

test('an empty search finds everything in the original order', () => {
  expect(found('  ')).toEqual(options.map(({ value }) => value));
});

test('finds every option by its whole label in any case', () => {
  fc.assert(
    fc.property(fc.constantFrom(...options), fc.boolean(), ({ value, label }, isUpper) => {
      expect(found(isUpper ? label.toUpperCase() : label)).toContain(value);
    }),
  );
});

test('folding is idempotent', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => foldText(foldText(text)) === foldText(text)));
});
