import { expect, test } from 'vitest';
import { topicKey, topicsOf } from './invalidation.ts';

test('a change of money reported by the server makes every list of money out of date', () => {
  expect(topicsOf('wallet-account-updated')).toEqual(
    expect.arrayContaining(['wallet-accounts', 'orders', 'transactions', 'recipients', 'auto-redemption']),
  );
});

test('another language does not fetch balances again, which contain no sentences', () => {
  expect(topicsOf('language-changed')).not.toContain('wallet-accounts');
});

test('everything-changed has no topics: it affects every query', () => {
  expect(topicsOf('everything-changed')).toBeUndefined();
});

test('a key begins with its topic', () => {
  expect(topicKey('orders', 'list', { currency: 'USD' })).toEqual(['orders', 'list', { currency: 'USD' }]);
});

test('a deleted or changed recipient reloads auto-redemption, which pays to one', () => {
  expect(topicsOf('recipients-changed')).toEqual(['recipients', 'auto-redemption']);
});
