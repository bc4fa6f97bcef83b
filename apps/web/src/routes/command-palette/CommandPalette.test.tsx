import { scopes } from '@wusd/api-sdk/domain';
import { http } from 'msw/http';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { exampleOf, type ResultOf, succeed } from '../../../testing/contract.ts';
import { renderInApp, signIn } from '../../../testing/render.tsx';
import { server } from '../../../testing/server.ts';
import { isPaletteOpen } from '../../shared/state/palette.ts';
import { Header } from '../../features/header/Header.tsx';
import { areAmountsHidden } from '../../shared/i18n/preferences.ts';
import { useStore } from '../../shared/state/store.ts';
import CommandPalette from './CommandPalette.tsx';

function App() {
  const isOpen = useStore(isPaletteOpen);
  return (
    <>
      <Header ribbon={null} />
      {isOpen && <CommandPalette />}
    </>
  );
}

async function openPalette(addresses: ResultOf<'listBlockchainAddresses'> = []) {
  server.answer(
    http.get('*/api/bank-account/list', () => succeed('listBankAccounts', [])),
    http.get('*/api/blockchain-address/list', () => succeed('listBlockchainAddresses', addresses)),
  );
  signIn({ scopes: [...scopes] });
  const { router } = await renderInApp(<App />);
  await expect.element(page.getByRole('button', { name: 'Search' })).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  const field = page.getByLabelText('Pages, actions, recipients, references');
  await expect.element(field).toHaveFocus();
  return { field, router };
}

test('Ctrl+K opens the palette, and Enter opens the page that was found', async () => {
  const { field, router } = await openPalette();
  await field.fill('limits');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => router.state.location.pathname).toBe('/fees-and-limits');
  expect(isPaletteOpen.get()).toBe(false);
});

test('arrow keys move through the results, and Enter executes an action immediately', async () => {
  const { field } = await openPalette();
  await field.fill('amounts');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('button', { name: 'Hide amounts' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(areAmountsHidden.get()).toBe(true);
  areAmountsHidden.set(false);
});

test('a reference is searched on the server, and its entry opens in the history', async () => {
  const entry = exampleOf('searchHistory').items[0];
  if (!entry) throw new Error('The contract’s example has no entry');
  const { field, router } = await openPalette();
  server.answer(http.post('*/api/wallet-history/search', () => succeed('searchHistory', exampleOf('searchHistory'))));
  await field.fill(entry.id);
  await page.getByRole('region', { name: 'Movements' }).getByRole('button').first().click();
  await expect.poll(() => router.state.location.href).toContain(`entry=${entry.id}`);
});

test('removing the palette closes it, so that the next session starts without it', async () => {
  await openPalette();
  await cleanup();
  expect(isPaletteOpen.get()).toBe(false);
});

test('a recipient is offered only if a withdrawal to it can start', async () => {
  const address = exampleOf('listBlockchainAddresses')[0];
  if (!address) throw new Error('The contract’s example has no address');
  await openPalette([
    { ...address, id: 'bca_1', label: 'Ready', status: 'active' },
    { ...address, id: 'bca_2', label: 'Inactive', status: 'inactive' },
  ]);
  const recipients = page.getByRole('region', { name: 'Send to' });
  await expect.element(recipients.getByRole('button', { name: /^Ready/ })).toBeVisible();
  expect(recipients.getByRole('button').all()).toHaveLength(1);
});

test('a search without results shows a message, and Escape closes the palette', async () => {
  const { field } = await openPalette();
  await field.fill('zzz');
  await expect.element(page.getByText(/^Nothing found\./)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => isPaletteOpen.get()).toBe(false);
});
