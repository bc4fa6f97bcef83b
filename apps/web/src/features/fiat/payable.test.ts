import type { BankAccount, PayoutRoute } from '@wusd/api-sdk/core';
import { expect, test } from 'vitest';
import { payableAccounts, routeOf } from './payable.ts';

const account = (id: string, currency: string, status = 'active') =>
  ({ id, status, fields: { currency } }) as unknown as BankAccount;

test('payableAccounts omits disabled accounts and lists those in the given currency first', () => {
  const saved = [account('a', 'SGD'), account('b', 'EUR', 'disabled'), account('c', 'EUR'), account('d', 'SGD')];
  expect(payableAccounts(saved, 'EUR').map(({ id }) => id)).toEqual(['c', 'a', 'd']);
  expect(payableAccounts(saved, 'USD').map(({ id }) => id)).toEqual(['a', 'c', 'd']);
});

test('the recommended route applies unless the chosen route is offered', () => {
  const routes = ['dbs-sgd', 'sg-digital-sgd'].map((senderAccountId) => ({ senderAccountId })) as PayoutRoute[];
  expect(routeOf(routes, '')?.senderAccountId).toBe('dbs-sgd');
  expect(routeOf(routes, 'sg-digital-sgd')?.senderAccountId).toBe('sg-digital-sgd');
  expect(routeOf(routes, 'lu-eur')?.senderAccountId).toBe('dbs-sgd');
  expect(routeOf([], 'lu-eur')).toBeUndefined();
  expect(routeOf(undefined, '')).toBeUndefined();
});
