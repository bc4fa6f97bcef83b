import { scopes } from '@wusd/api-sdk/domain';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderInApp, signIn } from '../../../testing/render.tsx';
import { language } from '../../shared/i18n/preferences.ts';
import { Header } from './Header.tsx';

test('a visitor sees log-in and register links, and no customer menus', async () => {
  const { screen } = await renderInApp(<Header ribbon={null} />);
  await expect.element(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
  await expect.element(screen.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register');
  expect(screen.getByRole('button', { name: 'Wallet' }).query()).toBeNull();
  expect(screen.getByRole('button', { name: 'Account' }).query()).toBeNull();
});

test('a customer with a stored session sees no log-in links while the profile is loading', async () => {
  localStorage.setItem('wusd-auth:wusd-web:tokens', 'unread');
  const { screen } = await renderInApp(<Header ribbon={null} />);
  await expect.element(screen.getByRole('link', { name: 'WUSD Wallet home' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Login' }).query()).toBeNull();
  expect(screen.getByRole('link', { name: 'Register' }).query()).toBeNull();
  localStorage.clear();
});

test('a customer sees only the menu entries that their scopes allow', async () => {
  signIn({ scopes: ['account', 'account.profile', 'wallet', 'wallet.wallets'] });
  const { screen } = await renderInApp(<Header ribbon={null} />);
  const nav = screen.getByRole('navigation', { name: 'Main' }).first();
  await nav.getByRole('button', { name: 'Wallet' }).click();
  await expect.element(nav.getByRole('link', { name: 'Wallet' })).toHaveAttribute('href', '/wallet');
  expect(nav.getByRole('link', { name: 'Blockchain address' }).query()).toBeNull();
  expect(nav.getByRole('link', { name: 'Order' }).query()).toBeNull();
});

test('the account menu opens by keyboard, and Escape returns the focus to its button', async () => {
  signIn({ email: 'lina@demo.example' });
  const { screen } = await renderInApp(<Header ribbon={null} />);
  const account = screen.getByRole('button', { name: 'Account' });
  account.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('lina@demo.example')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(account).toHaveFocus();
  await expect.element(account).toHaveAttribute('aria-expanded', 'false');
});

test('logging out asks for a confirmation', async () => {
  signIn();
  const { screen } = await renderInApp(<Header ribbon={null} />);
  await screen.getByRole('button', { name: 'Account' }).click();
  await screen.getByRole('button', { name: 'Log out' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Log out of WUSD Wallet?' })).toBeVisible();
});

test('choosing a language changes the language of the app', async () => {
  const { screen } = await renderInApp(<Header ribbon={null} />);
  await screen.getByLabelText('Language').selectOptions('th_TH');
  expect(language.get()).toBe('th_TH');
});

/** Targets of the links in a menu. */
const targets = (within: { getByRole(role: 'link'): { elements(): Element[] } }): (string | null)[] =>
  within
    .getByRole('link')
    .elements()
    .map((link) => link.getAttribute('href'));

test('on a phone, every link of the desktop header is at most two taps from the bottom bar', async () => {
  signIn({ scopes: [...scopes] });
  const { screen } = await renderInApp(<Header ribbon={null} />);
  const banner = screen.getByRole('banner');
  const onDesktop = new Set<string | null>();
  for (const name of ['Wallet', 'Move money', 'Account']) {
    // oxlint-disable-next-line no-await-in-loop -- only one menu is open at a time
    await banner.getByRole('button', { name }).click();
    for (const target of targets(banner)) onDesktop.add(target);
  }

  await page.viewport(375, 812);
  const bar = screen.getByRole('navigation', { name: 'Main' });
  const onPhone = new Set(targets(bar));
  for (const name of ['Move', 'Account']) {
    // oxlint-disable-next-line no-await-in-loop -- only one menu is open at a time
    await bar.getByRole('button', { name }).click();
    for (const target of targets(bar)) onPhone.add(target);
  }
  expect([...onPhone].toSorted()).toEqual([...onDesktop].toSorted());
  expect([...onPhone]).toEqual(
    expect.arrayContaining(['/bank-account', '/blockchain', '/fees-and-limits', '/statements', '/wallet-history']),
  );
});
