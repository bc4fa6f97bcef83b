import { scopes } from '@wusd/api-sdk/domain';
import { expect, test } from 'vitest';
import { menuFor, type MenuEntry } from './menu.ts';

const paths = (held: readonly string[]) =>
  Object.fromEntries(
    Object.entries(menuFor(held)).map(([name, entries]) => [name, (entries as MenuEntry[]).map(({ to }) => to)]),
  );

test('an individual sees every place', () => {
  expect(paths(scopes)).toEqual({
    wallet: ['/wallet', '/blockchain', '/bank-account'],
    places: ['/mint-redeem-order', '/wallet-history', '/recipients'],
    move: ['/fiat-deposit', '/crypto-deposit', '/fiat-withdraw', '/crypto-withdraw', '/mint-redeem'],
    user: ['/account-info', '/security-setting', '/statements', '/fees-and-limits', '/feedback'],
  });
});

test('a company awaiting verification sees its account only: a header scope without the route’s is not enough', () => {
  expect(paths(['account', 'account.profile', 'account.security'])).toEqual({
    wallet: [],
    places: [],
    move: ['/mint-redeem'],
    user: ['/account-info', '/security-setting', '/fees-and-limits', '/feedback'],
  });
});

test('a route scope without the header’s is not enough either', () => {
  const held = ['wallet.blockchain_address', 'wallet.bank_account', 'order.swap_order'];
  expect(paths(held)).toMatchObject({ wallet: [], places: [] });
});

test('recipients are shown to whoever sees one kind of them', () => {
  expect(paths(['account.profile', 'wallet.bank_account'])).toMatchObject({
    wallet: ['/bank-account'],
    places: ['/recipients'],
  });
});
