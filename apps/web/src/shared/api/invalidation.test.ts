import { expect, test } from 'vitest';
import { topicKey, topicsOf } from './invalidation.ts';

test('wallet-account-updated invalidates every topic with money', () => {
  expect(topicsOf('wallet-account-updated')).toEqual(
    expect.arrayContaining(['wallet-accounts', 'orders', 'transactions', 'recipients', 'auto-redemption']),
  );
});

test('language-changed does not invalidate balances, which contain no text', () => {
  expect(topicsOf('language-changed')).not.toContain('wallet-accounts');
});

test('everything-changed has no topics, because it affects every query', () => {
  expect(topicsOf('everything-changed')).toBeUndefined();
});

test('a query key begins with its topic', () => {
  expect(topicKey('orders', 'list', { currency: 'USD' })).toEqual(['orders', 'list', { currency: 'USD' }]);
});

test('recipients-changed invalidates auto-redemption, which pays to a recipient', () => {
  expect(topicsOf('recipients-changed')).toEqual(['recipients', 'auto-redemption']);
});
