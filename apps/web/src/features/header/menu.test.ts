import { scopes } from '@wusd/api-sdk/domain';
import { expect, test } from 'vitest';
import { accessOf, type RoutePath, routeTable } from '../../shared/routing/route-table.ts';
import { besideAccount, inBar, inSheet, menuFor, type MenuEntry } from './menu.ts';

const paths = (held: readonly string[]) =>
  Object.fromEntries(
    Object.entries(menuFor(held)).map(([name, entries]) => [name, (entries as MenuEntry[]).map(({ to }) => to)]),
  );

test('an individual sees every menu entry', () => {
  expect(paths(scopes)).toEqual({
    wallet: ['/wallet', '/blockchain', '/bank-account'],
    places: ['/mint-redeem-order', '/wallet-history', '/recipients'],
    move: ['/fiat-deposit', '/crypto-deposit', '/fiat-withdraw', '/crypto-withdraw', '/mint-redeem'],
    user: [
      '/account-info',
      '/security-setting',
      '/sessions',
      '/notifications',
      '/preferences',
      '/statements',
      '/fees-and-limits',
      '/feedback',
    ],
  });
});

test('a header scope without the route scope is not enough: an unverified company sees only its account', () => {
  expect(paths(['account', 'account.profile', 'account.security'])).toEqual({
    wallet: [],
    places: [],
    move: ['/mint-redeem'],
    user: [
      '/account-info',
      '/security-setting',
      '/sessions',
      '/notifications',
      '/preferences',
      '/fees-and-limits',
      '/feedback',
    ],
  });
});

test('a route scope without the header scope is not enough', () => {
  const held = ['wallet.blockchain_address', 'wallet.bank_account', 'order.swap_order'];
  expect(paths(held)).toMatchObject({ wallet: [], places: [] });
});

test('a customer who may see one kind of recipient sees the recipients entry', () => {
  expect(paths(['account.profile', 'wallet.bank_account'])).toMatchObject({
    wallet: ['/bank-account'],
    places: ['/recipients'],
  });
});

/** The page that links to each of these pages. */
const ledTo: Partial<Record<RoutePath, RoutePath>> = {
  '/asset': '/wallet',
  '/limits': '/fees-and-limits',
  '/view-fiat-deposit': '/wallet-history',
  '/view-fiat-withdraw': '/wallet-history',
  '/add-bank-account': '/bank-account',
  '/edit-bank-account': '/bank-account',
  '/change-password': '/security-setting',
  '/change-phone': '/security-setting',
  '/verify-phone': '/security-setting',
  '/change-email': '/security-setting',
  '/security-setting/authenticator': '/security-setting',
  '/security-setting/recovery-codes': '/security-setting',
  '/security-setting/anti-phishing-code': '/security-setting',
  '/notifications/settings': '/notifications',
};

test('every customer page is in a phone menu, or linked from a page that is', () => {
  const menu = menuFor(scopes);
  const phone = new Set<RoutePath>([...inBar, ...menu.move.map(({ to }) => to), ...inSheet(menu).map(({ to }) => to)]);
  const own = (Object.keys(routeTable) as RoutePath[]).filter(
    (path) => accessOf(path) !== 'public' && !/^\/(result|security-verification)\//.test(path),
  );
  expect(own.filter((path) => !phone.has(ledTo[path] ?? path))).toEqual([]);
});

test('the side navigation of the account has the pages of the phone account sheet, without the wallet', () => {
  const menu = menuFor(scopes);
  const sheet = new Set(inSheet(menu).map(({ to }) => to));
  const beside = besideAccount(menu).map(({ to }) => to);
  expect(beside.filter((to) => !sheet.has(to))).toEqual([]);
  expect(beside).not.toContain('/wallet');
  expect(beside.at(-1)).toBe('/feedback');
});
