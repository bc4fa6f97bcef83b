import { scopes } from '@wusd/api-sdk/domain';
import { expect, test } from 'vitest';
import { menuFor } from './menu.ts';

const paths = (held: readonly string[]) => {
  const { wallet, order, user } = menuFor(held);
  return { wallet: wallet.map(({ to }) => to), order, user: user.map(({ to }) => to) };
};

test('an individual sees every place', () => {
  expect(paths(scopes)).toEqual({
    wallet: ['/wallet', '/blockchain', '/bank-account'],
    order: true,
    user: ['/account-info', '/security-setting', '/feedback'],
  });
});

test('a company awaiting verification sees its account only: a header scope without the route’s is not enough', () => {
  expect(paths(['account', 'account.profile', 'account.security'])).toEqual({
    wallet: [],
    order: false,
    user: ['/account-info', '/security-setting', '/feedback'],
  });
});

test('a route scope without the header’s is not enough either', () => {
  expect(paths(['wallet.wallets', 'wallet.blockchain_address', 'order.swap_order'])).toEqual({
    wallet: [],
    order: false,
    user: ['/account-info', '/feedback'],
  });
});
