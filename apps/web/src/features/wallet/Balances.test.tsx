import type { WalletAccount } from '@wusd/api-sdk/core';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderInApp } from '../../../testing/render.tsx';
import { hideAmounts } from '../../shared/i18n/preferences.ts';
import { Balances, type BalancesProps, inOrder } from './Balances.tsx';

const account = (currency: WalletAccount['currency'], available: string, held = '0', pending = '0'): WalletAccount => ({
  id: `wal_${currency}`,
  currency,
  available,
  held,
  pending,
  updatedAt: '2026-03-01T08:00:00.000Z',
});
const accounts = [account('USD', '0.00'), account('SGD', '1250.00', '40.00'), account('USDC', '12.500000000000000001')];
const valuation = { currency: 'USD', values: [{ currency: 'SGD', value: '930.20' }] } as const;

const renderBalances = (props: Partial<BalancesProps> = {}) =>
  renderInApp(
    <Balances
      accounts={accounts}
      valuation={{ ...valuation, values: [...valuation.values] }}
      changed={new Set()}
      isExact={false}
      {...props}
    />,
  );
const textsOf = (elements: Element[]) => elements.map(({ textContent }) => textContent);

afterEach(() => hideAmounts(false));

test('each row shows the available balance and its value, and the held amount if it is above zero', async () => {
  const { screen } = await renderBalances();
  const row = screen.getByRole('row', { name: /^SGD/ });
  await expect.element(row.getByRole('rowheader')).toMatchTextContent('SGD');
  expect(textsOf(row.getByRole('cell').elements())).toEqual(['1,250.0040.00 held', '930.20']);
  expect(textsOf(screen.getByRole('row', { name: /^USD / }).getByRole('cell').elements())).toEqual(['0.00', '0.00']);
  expect(textsOf(screen.getByRole('columnheader').elements())).toEqual(['Currency', 'Balance', 'Worth in USD']);
});

test('balances are shown without rates', async () => {
  const { screen } = await renderBalances({ valuation: undefined });
  expect(textsOf(screen.getByRole('row', { name: /^SGD/ }).getByRole('cell').elements())).toEqual([
    '1,250.0040.00 held',
  ]);
});

test('hidden amounts all look the same, including exact amounts', async () => {
  hideAmounts(true);
  const { screen } = await renderBalances({ isExact: true });
  expect(textsOf(screen.getByRole('row', { name: /^USDC/ }).getByRole('cell').elements())).toEqual(['••••', '••••']);
  expect(document.body.textContent).not.toMatch(/\d/);
});

test('an exact balance shows all digits beyond the decimals of the currency', async () => {
  const { screen } = await renderBalances({ isExact: true });
  await expect.element(screen.getByText('Exactly 12.500000000000000001')).toBeVisible();
  expect(screen.getByText(/^Exactly/).elements()).toHaveLength(1);
});

test('only a currency with a changed balance is highlighted', async () => {
  const { screen } = await renderBalances({ changed: new Set(['SGD']) });
  await expect.element(screen.getByRole('row', { name: /^SGD/ })).toHaveAttribute('data-highlighted');
  await expect.element(screen.getByRole('row', { name: /^USD / })).not.toHaveAttribute('data-highlighted');
});

test('on a phone, the value of an empty balance is hidden', async () => {
  await page.viewport(375, 812);
  const { screen } = await renderBalances();
  await expect.element(screen.getByText('930.20')).toBeVisible();
  const [available, value] = screen.getByRole('row', { name: /^USD / }).getByText('0.00').elements();
  await expect.element(available ?? null).toBeVisible();
  await expect.element(value ?? null).not.toBeVisible();
});

test('WUSD comes first, then balances, then empty accounts', () => {
  expect(inOrder([...accounts, account('WUSD', '0')]).map(({ currency }) => currency)).toEqual([
    'WUSD',
    'SGD',
    'USDC',
    'USD',
  ]);
});
