import { expect, test } from 'vitest';
import {
  CheckType,
  currencies,
  decimalsOf,
  errorName,
  errors,
  isCurrency,
  Network,
  personName,
  SceneType,
  scopes,
} from './index.js';

test('networks, scenes and check types have the numbers of the specification', () => {
  expect(Network).toEqual({
    Ethereum: 3,
    Polygon: 4,
    Viction: 5,
    Tron: 6,
    ArbitrumOne: 7,
    Base: 8,
    Bnb: 9,
    Solana: 10,
    Avalanche: 11,
    Stellar: 12,
  });
  expect(CheckType).toEqual({ SMS: 1, EMAIL: 2, AUTHENTICATOR: 3, PASSKEY: 4 });
  expect(SceneType).toMatchObject({
    REGISTER: 1,
    LOGIN: 3,
    MINT_REDEEM: 12,
    AUTO_REDEMPTION: 17,
    ANTI_PHISHING_CODE: 18,
  });
});

test('each currency has its decimals, and an unknown currency has nine', () => {
  expect(currencies.map((currency) => decimalsOf(currency))).toEqual([2, 2, 2, 2, 2, 2, 2, 0, 2, 2, 2]);
  expect([decimalsOf('CNY'), decimalsOf('TRX'), decimalsOf('SOL')]).toEqual([2, 6, 9]);
  expect([isCurrency('WUSD'), isCurrency('CNY')]).toEqual([true, false]);
});

test('each error has a unique code of five digits, and is found by the code', () => {
  const codes = Object.values(errors).map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.every((code) => /^\d{5}$/.test(code))).toBe(true);
  expect(errorName('00006')).toBe('SESSION_REVOKED');
});

test('scopes contain every node of the tree, including ancestors', () => {
  expect(scopes).toHaveLength(34);
  expect(scopes).toEqual(
    expect.arrayContaining(['wallet', 'wallet.wallets', 'wallet.wallets.deposit', 'wallet_history.swap.receipt']),
  );
});

test.each([
  'Mei Tan',
  '陈大文',
  '阿卜杜拉·买买提',
  'ジョン・スミス',
  'สมชาย ใจดี',
  'Nguyễn Thị Minh Khai',
  'José María Núñez y Pérez',
  'Siobhán O’Neill-Smith',
  "Ng'ang'a wa Thiong'o",
  'Raju s/o Kumar',
  'Tan Ah Kow @ Abdullah (Junior)',
  'X Æ A-12',
  'عبد الله',
  'מֹשֶׁה',
  'ആന',
  'क्‍षितिज',
])('accepts the name %s', (name) => {
  expect(name).toMatch(personName);
});

test.each([
  ['a tag', '<b>Mei</b>'],
  ['an address of a page', 'https://example.com'],
  ['a picture', 'Mei 🙂'],
  ['digits alone', '12345'],
  ['marks alone', '- .'],
  ['a second line', 'Mei\nTan'],
  ['a turned direction', 'Mei \u202Enat'],
])('rejects %s as a name', (_what, name) => {
  expect(name).not.toMatch(personName);
});
