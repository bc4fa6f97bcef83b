import type { WalletAccount } from '@wusd/api-sdk/core';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderInApp } from '../../../testing/render.tsx';
import { Balances, type BalancesProps, byKind } from './Balances.tsx';

const account = (currency: WalletAccount['currency'], available: string, held = '0', pending = '0'): WalletAccount => ({
  id: `wal_${currency}`,
  currency,
  available,
  held,
  pending,
  updatedAt: '2026-03-01T08:00:00.000Z',
});
const accounts = [account('USD', '0.00'), account('SGD', '1250.00', '40.00'), account('USDC', '12.500000000000000001')];

const renderBalances = (props: Partial<BalancesProps> = {}) =>
  renderInApp(<Balances title="Balances" accounts={accounts} changed={new Set()} isExact={false} {...props} />);

test('each amount is in the row of its currency and the column of its kind', async () => {
  const { screen } = await renderBalances();
  const row = screen.getByRole('row', { name: /^SGD/ });
  await expect.element(row.getByRole('rowheader')).toMatchTextContent('SGD');
  expect(
    row
      .getByRole('cell')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['1,250.00 SGD', '40.00 SGD', '0.00 SGD']);
  expect(
    screen
      .getByRole('columnheader')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Balances', 'Available', 'Held', 'Pending']);
});

test('digits beyond the decimals of a currency are shown on demand, all of them', async () => {
  const { screen } = await renderBalances({ isExact: true });
  await expect.element(screen.getByText('Exactly 12.500000000000000001')).toBeVisible();
  expect(screen.getByText(/^Exactly/).elements()).toHaveLength(1);
});

test('a currency whose balance has just changed is highlighted, and no other', async () => {
  const { screen } = await renderBalances({ changed: new Set(['SGD']) });
  await expect.element(screen.getByRole('row', { name: /^SGD/ })).toHaveAttribute('data-highlighted');
  await expect.element(screen.getByRole('row', { name: /^USD / })).not.toHaveAttribute('data-highlighted');
});

test('on a phone an amount that is zero is left out, unless it is the available one', async () => {
  await page.viewport(375, 812);
  const { screen } = await renderBalances();
  await expect.element(screen.getByText('40.00 SGD')).toBeVisible();
  await expect.element(screen.getByText('0.00 SGD')).not.toBeVisible();
  await expect.element(screen.getByText('0.00 USD').first()).toBeVisible();
});

test('WUSD comes first, then balances, then empty accounts', () => {
  const { crypto, fiat } = byKind([...accounts, account('WUSD', '0')]);
  expect(crypto.map(({ currency }) => currency)).toEqual(['WUSD', 'USDC']);
  expect(fiat.map(({ currency }) => currency)).toEqual(['SGD', 'USD']);
});
